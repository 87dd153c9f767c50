import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addressOf, api } from '@vireo/contract'
import { findProgram } from '../../scripts/ensure-tools.ts'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded.ts'
import { type Drill, timed } from './drill.ts'
import { Person } from './people.ts'
import { keepCommenting, makeCommunity } from './posts.ts'
import { findFreePort, type Program, startProgram, untilReady } from './program.ts'
import type { Stage } from './stage.ts'

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

/** As docs/nginx.conf has it, but for the addresses. */
async function startNginx(stage: Stage, servers: Program[]): Promise<string> {
  const port = await findFreePort()
  const folder = join(stage.folder, 'nginx')
  await mkdir(folder)
  const shown = await readFile(new URL('../../docs/nginx.conf', import.meta.url), 'utf8')
  const [one = '', two = ''] = servers.map(({ origin }) => new URL(origin).host)
  const site = shown
    .replace('10.0.0.11:8000', one)
    .replace('10.0.0.12:8000', two)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const config = `daemon off; ${user} pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 512; }
    http { access_log off; ${temporary}
    ${site}
    }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(nginx, 'exit')
  stage.defer(async () => {
    nginx.kill()
    await exited
  })
  return `http://127.0.0.1:${port}`
}
