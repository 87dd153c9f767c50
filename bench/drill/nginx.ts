import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../../server/src/lib/free-port.ts'
import type { DrillContext } from './drill.ts'
import type { Program } from './program.ts'

/** Runs nginx with docs/nginx.conf, except for the addresses. */
export async function startNginx(context: DrillContext, servers: Program[]): Promise<string> {
  const port = await findFreePort()
  const folder = join(context.folder, 'nginx')
  await mkdir(folder)
  const documented = await readFile(new URL('../../docs/nginx.conf', import.meta.url), 'utf8')
  const [one = '', two = ''] = servers.map(({ origin }) => new URL(origin).host)
  const site = documented
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
  context.defer(async () => {
    nginx.kill()
    await exited
  })
  return `http://127.0.0.1:${port}`
}
