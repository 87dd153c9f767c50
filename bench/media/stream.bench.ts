import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, openAsBlob, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { startSite } from '../../e2e/support/site.ts'
import { ensureNginx } from '../../scripts/lib/ensure-tools.ts'
import { findFreePort } from '../../server/src/lib/net/free-port.ts'
import { clip } from '../../server/test/content/clips.ts'
import { type DrillContext, withDrillContext } from '../drill/drill.ts'
import { startNginx } from '../drill/tools/nginx.ts'
import { startProgram, untilReady } from '../drill/tools/program.ts'
import { median, report } from '../tools/report.ts'
import { measureRanges } from '../tools/wrk.ts'

type Site = Awaited<ReturnType<typeof startSite>>

// Range requests for one video file, alternately from nginx alone, from Vireo, and from Vireo behind nginx, which sends
// the file itself (deploy/nginx.conf).
const rangeBytes = 1024 * 1024
const rounds = 5
const seconds = 3
const connections = 8

const nginx = await ensureNginx()
await withDrillContext(async (context) => {
  const site = await startSite()
  context.defer(() => site.close())
  const path = await publishLargeFile(site, join(context.folder, 'www'))
  const size = statSync(join(context.folder, 'www/file.mp4')).size
  const urls = {
    alone: `${await serveFolder(context)}/file.mp4`,
    vireo: `${site.origin}${path}`,
    behindNginx: `${await startBehindNginx(context, site)}${path}`,
  }
  // Many small ranges in a short time, because V8 optimises frequently run code only after a while.
  for (const url of Object.values(urls))
    await measureRanges(url, { size, rangeBytes: 1024, seconds, connections })
  const rates = { alone: [] as number[], vireo: [] as number[], behindNginx: [] as number[] }
  for (let i = 0; i < rounds; i++)
    for (const name of ['alone', 'vireo', 'behindNginx'] as const)
      rates[name].push(await measureRanges(urls[name], { size, rangeBytes, seconds, connections }))
  const alone = median(rates.alone)
  report('ranges of 1 MB, 8 at a time', median(rates.vireo), alone, 'MB/s', 0.5, true)
  report('behind nginx with deploy/nginx.conf', median(rates.behindNginx), alone, 'MB/s', 0.95, true)
})

/** Another process of the same site, whose files nginx sends. */
async function startBehindNginx(context: DrillContext, site: Site): Promise<string> {
  const env = {
    DATABASE_URL: site.databaseUrl,
    DATA_DIR: site.dataDir,
    X_ACCEL_PREFIX: '/protected-media/',
  }
  const program = await startProgram(context, { role: 'api', env })
  await untilReady(program)
  const mediaDir = join(site.dataDir, 'media')
  const { origin } = await startNginx({ context, servers: [program], mediaDir })
  await untilReady({ origin })
  return origin
}

/** Publishes a video and replaces its file with 256 MB, so that reads are spread out. */
async function publishLargeFile(site: Site, folder: string): Promise<string> {
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
      mkdirSync(folder)
      cpSync(stored, join(folder, 'file.mp4'))
      return video.data.videofile
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** nginx alone, with one process like the others. */
async function serveFolder({ folder, defer }: DrillContext): Promise<string> {
  const port = await findFreePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 256; }
     http { access_log off; sendfile on; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p;
       fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       server { listen 127.0.0.1:${port}; root ${folder}/www; } }`,
  )
  const server = spawn(nginx, ['-c', config, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  defer(async () => {
    server.kill()
    await once(server, 'exit')
  })
  return `http://127.0.0.1:${port}`
}
