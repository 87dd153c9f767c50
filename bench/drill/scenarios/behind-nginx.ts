import { join } from 'node:path'
import { addressOf, api } from '@vireo/contract'
import { findProgram } from '../../../scripts/lib/ensure-tools.ts'
import { startEmbeddedPostgres } from '../../../server/src/db/embedded/embedded.ts'
import type { Drill } from '../drill.ts'
import { startNginx } from '../tools/nginx.ts'
import { Person } from '../tools/people.ts'
import { keepCommenting, makeCommunity } from '../tools/posts.ts'
import { startProgram, untilReady } from '../tools/program.ts'
import { timed } from '../tools/waiting.ts'

const rounds = 20
const largeBody = new Uint8Array(8 * 1024 * 1024).fill(32)

/** With the settings of deploy/nginx.conf, nginx must not treat a server as failed because it refuses large bodies. */
export const behindNginx: Drill = {
  name: 'refused bodies behind nginx with two servers',
  sabotages: [
    {
      what: 'the servers close the connection of a large request instead of answering it',
      failsWith: /was answered 502|Others were answered/,
      module: 'cut-large-bodies.ts',
    },
  ],
  whySkipped: () => (findProgram('nginx') ? undefined : 'nginx is not installed'),
  run: async (context) => {
    const log = { info: () => {}, warn: () => {} }
    const database = await startEmbeddedPostgres({ dataDir: join(context.folder, 'database'), log })
    context.defer(database.stop)
    const env = { DATABASE_URL: database.url }
    const first = await startProgram(context, { role: 'api', env })
    await untilReady(first)
    const second = await startProgram(context, { role: 'api', env })
    await startProgram(context, { role: 'worker', env })
    await untilReady(second)
    const { origin } = await startNginx({ context, servers: [first, second] })
    await untilReady({ origin })
    const community = await makeCommunity(context, () => new Person(context, origin))
    const commenting = keepCommenting(context.ledger, community)
    const answers = await timed(() => sendLargeBodies(origin))
    const others = await commenting.stop()
    if (others.includes(',') || !others.endsWith('200')) throw new Error(`Others were answered ${others}`)
    return { seconds: answers.seconds / rounds }
  },
}

async function sendLargeBodies(origin: string): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    const answer = await fetch(`${origin}${addressOf(api.signIn.login)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: largeBody,
    })
    if (answer.status !== 413)
      throw new Error(`The refused body number ${i + 1} was answered ${answer.status}`)
    await answer.text()
  }
}
