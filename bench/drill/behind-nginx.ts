import { join } from 'node:path'
import { addressOf, api } from '@vireo/contract'
import { findProgram } from '../../scripts/ensure-tools.ts'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded.ts'
import { type Drill, timed } from './drill.ts'
import { startNginx } from './nginx.ts'
import { Person } from './people.ts'
import { keepCommenting, makeCommunity } from './posts.ts'
import { startProgram, untilReady } from './program.ts'

const rounds = 20
const tooMuch = new Uint8Array(8 * 1024 * 1024).fill(32)

/** Bodies that are refused must not make nginx believe that a server is broken, with the settings of docs/nginx.conf. */
export const behindNginx: Drill = {
  name: 'refused bodies behind nginx with two servers',
  whySkipped: () => (findProgram('nginx') ? undefined : 'nginx is not installed'),
  run: async (stage) => {
    const log = { info: () => {}, warn: () => {} }
    const database = await startEmbeddedPostgres({ dataDir: join(stage.folder, 'database'), log })
    stage.defer(database.stop)
    const env = { DATABASE_URL: database.url }
    const first = await startProgram(stage, { role: 'api', env })
    await untilReady(first)
    const second = await startProgram(stage, { role: 'api', env })
    await startProgram(stage, { role: 'worker', env })
    await untilReady(second)
    const origin = await startNginx(stage, [first, second])
    await untilReady({ origin })
    const community = await makeCommunity(stage, () => new Person(stage, origin))
    const commenting = keepCommenting(stage.ledger, community)
    const answers = await timed(() => sendTooMuch(origin))
    const others = await commenting.stop()
    if (others.includes(',') || !others.endsWith('200')) throw new Error(`Others were answered ${others}`)
    return { seconds: answers.seconds / rounds }
  },
}

async function sendTooMuch(origin: string): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    const answer = await fetch(`${origin}${addressOf(api.user.login)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: tooMuch,
    })
    if (answer.status !== 413)
      throw new Error(`The refused body number ${i + 1} was answered ${answer.status}`)
    await answer.text()
  }
}
