import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../../server/src/lib/net/free-port.ts'
import type { DrillContext } from '../drill.ts'

export interface Nginx {
  origin: string
  /** With HTTP/2 and an untrusted certificate. */
  secureOrigin: string
  /** Redirects to https. */
  redirectOrigin: string
  readonly pid: number
  /** Kills it with its workers. */
  kill(): Promise<void>
  /** Restarts it with the same settings. */
  start(): void
}

interface NginxOptions {
  context: Pick<DrillContext, 'folder' | 'defer'>
  servers: { origin: string }[]
  /** The folder whose files nginx sends itself. */
  mediaDir?: string
}

/** Runs nginx with deploy/nginx.conf, except for the lines marked there. It also answers without TLS. */
export async function startNginx({ context, servers, mediaDir = '' }: NginxOptions): Promise<Nginx> {
  const folder = await mkdtemp(join(context.folder, 'nginx-'))
  const [port, securePort, redirectPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  await makeCertificate(folder)
  const documented = await readFile(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8')
  const site = documented
    .replace(/^ +listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${redirectPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port}; listen 127.0.0.1:${securePort} ssl http2;`)
    .replace(/ssl_certificate .*/, `ssl_certificate ${folder}/certificate;`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${folder}/key;`)
    .replace(/server 127\.0\.0\.1:8000 (.*);/, (_, options) =>
      servers.map(({ origin }) => `server ${new URL(origin).host} ${options};`).join(' '),
    )
    .replace(/alias .*/, `alias ${mediaDir}/;`)
    // All requests come from this machine, so the addresses that people in a drill claim are kept.
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for')
  await writeFile(join(folder, 'nginx.conf'), inHttpBlock(site, folder))
  let nginx: ChildProcess
  const start = () => {
    // In a process group of its own, so that its workers can be killed with it.
    nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    })
  }
  const end = async (signal: NodeJS.Signals, pid: number) => {
    if (nginx.exitCode !== null || nginx.signalCode !== null) return
    const exited = once(nginx, 'exit')
    process.kill(pid, signal)
    await exited
  }
  start()
  context.defer(() => end('SIGTERM', nginx.pid ?? 0))
  return {
    origin: `http://127.0.0.1:${port}`,
    secureOrigin: `https://127.0.0.1:${securePort}`,
    redirectOrigin: `http://127.0.0.1:${redirectPort}`,
    get pid() {
      return nginx.pid ?? 0
    },
    kill: () => end('SIGKILL', -(nginx.pid ?? 0)),
    start,
  }
}

async function makeCertificate(folder: string): Promise<void> {
  const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'certificate')]
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=videos.example.org']
  await promisify(execFile)('openssl', ['req', ...options, ...files])
}

function inHttpBlock(site: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `daemon off; ${user} pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http { access_log off; ${temporary}
    ${site}
    }`
}
