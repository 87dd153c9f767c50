import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, openAsBlob, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { startSite } from '../e2e/site.ts'
import { ensureNginx } from '../scripts/ensure-tools.ts'
import { clip } from '../server/test/clips.ts'
import { median, report } from './report.ts'

// Range requests for one video file: Vireo compared with nginx, alternately. Goal: at least half the throughput.
const rangeBytes = 1024 * 1024
const rounds = 5
const roundMs = 3000
const nginxPort = 21_873

const nginx = await ensureNginx()
const folder = mkdtempSync(join(tmpdir(), 'vireo-bench-'))
const site = await startSite()
const server = startNginx()
try {
  const path = await publishLargeFile()
  const size = statSync(join(folder, 'www/file.mp4')).size
  const ours: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < rounds; i++) {
    theirs.push(await rate(`http://127.0.0.1:${nginxPort}/file.mp4`, size))
    ours.push(await rate(`${site.origin}${path}`, size))
  }
  report('ranges of 1 MB, 8 at a time', median(ours), median(theirs), 'MB/s', 0.5, true)
} finally {
  server.kill()
  await once(server, 'exit')
  await site.close()
  rmSync(folder, { recursive: true })
}

/** Publishes a video and replaces its file with 256 MB, so that reads are spread out. */
async function publishLargeFile(): Promise<string> {
  const { client } = await site.signUp()
  const form = new FormData()
  form.append('title', 'Large')
  form.append('videofile', await openAsBlob(await clip('tiny')), 'clip.mp4')
  const { data } = await client.call(api.videos.upload, { form })
  for (;;) {
    const video = await client.call(api.videos.get, { params: { id: data._id } })
    if (video.data.status === 'ready' && video.data.storyboard && video.data.videofile) {
      const key = video.data.videofile.replace('/media/', '')
      const stored = join(site.dataDir, 'media', key)
      writeFileSync(stored, Buffer.alloc(256 * 1024 * 1024, 'vireo'))
      mkdirSync(join(folder, 'www'), { recursive: true })
      cpSync(stored, join(folder, 'www/file.mp4'))
      return video.data.videofile
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function startNginx() {
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 256; }
     http { access_log off; sendfile on; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p;
       fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       server { listen 127.0.0.1:${nginxPort}; root ${folder}/www; } }`,
  )
  return spawn(nginx, ['-c', config, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Megabytes per second over a fixed time. */
async function rate(url: string, size: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const until = performance.now() + roundMs
  let received = 0
  const reader = async () => {
    while (performance.now() < until) {
      const start = Math.floor(Math.random() * (size - rangeBytes))
      received += await read(url, agent, `bytes=${start}-${start + rangeBytes - 1}`)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: 8 }, reader))
  agent.destroy()
  return received / 1e6 / ((performance.now() - started) / 1000)
}

function read(url: string, agent: Agent, range: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { range } }, (response) => {
      if (response.statusCode !== 206) reject(new Error(`${url} answered ${response.statusCode}`))
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    })
      .on('error', reject)
      .end()
  })
}
