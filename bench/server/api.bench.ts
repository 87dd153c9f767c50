import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { startSite } from '../../e2e/support/site.ts'
import { findFreePort } from '../../server/src/lib/net/free-port.ts'
import { report } from '../tools/report.ts'
import { fillSite } from '../tools/site-data.ts'
import { measureRate } from '../tools/wrk.ts'

// Requests per second over 16 connections that accept compressed answers, as browsers do, for the most frequent calls
// of visitors and signed-in people, after a warm-up. The baseline is a bare Node server that sends the same bytes from
// memory, measured alternately; the round with the median ratio counts. Goals: visitors at least 0.5 of it, which fails
// if Fastify handles repeated responses or reads are logged (docs/decisions/0060); signed-in people at least twice
// their rate before responses were cached (docs/decisions/0048), the second number of each call.
const rounds = 5
const seconds = 2
const acceptEncoding = 'gzip, deflate, br, zstd'

const site = await startSite({ isLogging: true })
try {
  const { client } = await site.signUp()
  const { videoId, word } = await fillSite(site.sql)
  const calls = [
    { name: 'list of videos', path: '/api/v1/video', before: 0.016 },
    { name: 'one video', path: `/api/v1/video/id/${videoId}`, before: 0.051 },
    { name: 'comments', path: `/api/v1/comment/video/all-comments/${videoId}`, before: 0.025 },
    { name: 'search', path: `/api/v1/video?query=${word}`, before: 0.009 },
  ]
  for (const { name, path, before } of calls) {
    await compare(`${name}, visitors`, path, {}, 0.5)
    await compare(`${name}, signed in`, path, { cookie: client.cookieHeader }, 2 * before)
  }
} finally {
  await site.close()
}

async function compare(name: string, path: string, headers: Record<string, string>, goal: number) {
  const sent = { ...headers, 'accept-encoding': acceptEncoding }
  const options = { headers: sent, seconds, connections: 16 }
  const url = site.origin + path
  const floor = await startBaseline(url, sent)
  try {
    const measured: { bare: number; ours: number }[] = []
    for (const target of [floor.url, url]) await measureRate(target, options)
    for (let i = 0; i < rounds; i++)
      measured.push({ bare: await measureRate(floor.url, options), ours: await measureRate(url, options) })
    measured.sort((a, b) => a.ours / a.bare - b.ours / b.bare)
    const { bare, ours } = measured[Math.floor(rounds / 2)] as (typeof measured)[number]
    report(name, ours, bare, 'requests/s', goal, true)
  } finally {
    await floor.stop()
  }
}

/** A bare Node server in its own process, which answers with the same bytes. */
async function startBaseline(url: string, headers: Record<string, string>) {
  const port = await findFreePort()
  const script = `
    const { createServer, get } = require('node:http')
    get(${JSON.stringify(url)}, { headers: ${JSON.stringify(headers)} }, (answer) => {
      const chunks = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        const headers = { 'content-type': 'application/json', 'content-length': body.length }
        createServer((_, response) => response.writeHead(200, headers).end(body))
          .listen(${port}, '127.0.0.1', () => console.log('ready'))
      })
    })`
  const floor: ChildProcess = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (floor.stdout) await once(floor.stdout, 'data')
  const stop = async () => {
    floor.kill()
    await once(floor, 'exit')
  }
  return { url: `http://127.0.0.1:${port}/`, stop }
}
