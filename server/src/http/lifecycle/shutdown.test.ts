import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { patiently } from '../../../test/patience.ts'
import { makeDataDir, runProgram } from '../../../test/programs/program.ts'

interface Outcome {
  /** The status of the answer, or the code of the error. */
  result: number | string
  closes?: boolean
}

/** Sends a request over the connection that the agent has kept, or over a new one. */
const ask = (agent: Agent, url: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const request = get(url, { agent }, (answer) => {
      answer
        .resume()
        .once('error', (error: NodeJS.ErrnoException) => resolve({ result: error.code ?? error.message }))
        .once('end', () =>
          resolve({ result: answer.statusCode ?? 0, closes: answer.headers.connection === 'close' }),
        )
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve({ result: error.code ?? error.message }))
  })

/** One client with one connection, which asks again and again until it is refused. */
async function keepAsking(url: string, pauseMs: number, outcomes: Outcome[]): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const own: Outcome[] = []
  try {
    while (own.at(-1)?.result !== 'ECONNREFUSED') {
      const outcome = await ask(agent, url)
      own.push(outcome)
      outcomes.push(outcome)
      if (pauseMs > 0) await sleep(pauseMs)
    }
  } finally {
    agent.destroy()
  }
  return own
}

it('a server that stops under load answers or refuses every request, and resets no connection', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  const env = { DATABASE_URL: database.url, DATA_DIR: await makeDataDir() }
  const program = runProgram(['api'], env)
  onTestFinished(async () => {
    program.kill('SIGTERM')
    await program.exit
    await database.drop()
  })
  const origin = await program.origin()
  const outcomes: Outcome[] = []
  // Some ask without a pause, some as quickly as a page does, for answers from memory and others.
  const paths = ['/api/v1/video/', '/api/v1/user/channel/nobody', '/healthz', '/api/v1/tweet/']
  const clients = Array.from({ length: 24 }, (_, i) =>
    keepAsking(`${origin}${paths[i % 4]}`, i % 3 === 0 ? 5 * i : 0, outcomes),
  )
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(500), patiently)
  program.kill('SIGTERM')
  const all = await Promise.all(clients)
  const results = new Set(all.flat().map(({ result }) => result))
  expect([...results].sort()).toEqual([200, 404, 'ECONNREFUSED'])
  // The last answer of each has closed its connection, so nobody sends another request on it.
  expect(all.map((own) => own.at(-2)?.closes)).toEqual(clients.map(() => true))
  expect(await program.exit).toEqual({ code: 0, signal: null, stderr: '' })
})
