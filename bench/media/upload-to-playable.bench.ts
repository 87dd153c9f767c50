import { execFileSync } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@vireo/contract'
import { startSite } from '../../e2e/support/site.ts'
import { ladderCommand, remuxCommand } from '../../server/src/media/encode/commands/command.ts'
import { planLadder } from '../../server/src/media/encode/ladder.ts'
import { probe } from '../../server/src/media/probe/probe.ts'
import type { TestClient } from '../../server/test/app/client.ts'
import { median, report } from '../tools/report.ts'

// Seconds from the last byte of an upload to a playable video and to all its renditions, compared with the same ffmpeg
// commands on the idle machine just before.
const seconds = Number(process.env.CLIP_SECONDS ?? 40)
const uploads = 5
/** The time in which the jobs of a deleted video end. */
const restMs = 3000
const folder = mkdtempSync(join(tmpdir(), 'vireo-bench-'))
const source = join(folder, 'source.mp4')
const picture = `testsrc2=s=1920x1080:r=30:d=${seconds},noise=alls=8:allf=t`
const sound = `sine=f=330:d=${seconds}`
ffmpeg([
  ...['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-c:v', 'libx264', '-preset', 'ultrafast'],
  ...['-crf', '26', '-g', '60', '-pix_fmt', 'yuv420p', '-c:a', 'aac', source],
])

const info = await probe(source)
const remuxSeconds = time(() => ffmpeg(remuxCommand(source, info, 'remux.mp4')))
const threads = availableParallelism()
const ladder = ladderCommand(source, info, planLadder(info), { threads, canToneMap: false, speed: 'good' })
const ladderSeconds = time(() => ffmpeg(ladder))

const site = await startSite()
try {
  const { client } = await site.signUp()
  const toPlayable: number[] = []
  // All but the last are deleted once playable. The first is slower, because V8 has not optimised the code yet.
  for (let i = 1; i < uploads; i++) {
    const { id, sentAt } = await upload(client)
    toPlayable.push(((await waitUntil(client, id, (video) => video.isPlayable)) - sentAt) / 1000)
    await client.call(api.videos.remove, { params: { id } })
    await sleep(restMs)
  }
  const { id, sentAt } = await upload(client)
  toPlayable.push(((await waitUntil(client, id, (video) => video.isPlayable)) - sentAt) / 1000)
  const toReady = ((await waitUntil(client, id, (video) => video.status === 'ready')) - sentAt) / 1000
  console.log(`a clip of ${seconds} s, ${Math.round(statSync(source).size / 1e6)} MB, 1080p`)
  report(
    'last byte to playable, less half a second',
    Math.max(median(toPlayable) - 0.5, 0.001),
    remuxSeconds,
    's',
    1.5,
  )
  report('last byte to the whole ladder', toReady, remuxSeconds + ladderSeconds, 's', 1.15)
} finally {
  await site.close()
  rmSync(folder, { recursive: true })
}

function ffmpeg(args: string[]) {
  execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...args], { cwd: folder })
}

function time(work: () => void): number {
  const started = performance.now()
  work()
  return (performance.now() - started) / 1000
}

/** A multipart upload that notes when its last byte was sent. */
function upload(client: TestClient): Promise<{ id: string; sentAt: number }> {
  const boundary = 'vireo-bench'
  const part = (name: string, rest = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n`
  const head = `${part('title')}\r\nBench\r\n${part('videofile', '; filename="source.mp4"')}content-type: video/mp4\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const length = Buffer.byteLength(head) + statSync(source).size + Buffer.byteLength(tail)
  return new Promise((resolve, reject) => {
    let sentAt = 0
    const call = request(
      `${client.origin}/api/v1${api.videos.upload.path}`,
      {
        method: 'POST',
        headers: {
          cookie: client.cookieHeader,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': length,
        },
      },
      async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        if (response.statusCode === 200) resolve({ id: JSON.parse(text).data._id, sentAt })
        else reject(new Error(text))
      },
    )
    call.on('error', reject)
    call.on('finish', () => {
      sentAt = performance.now()
    })
    call.write(head)
    createReadStream(source)
      .on('end', () => call.end(tail))
      .pipe(call, { end: false })
  })
}

async function waitUntil(
  client: TestClient,
  id: string,
  isDone: (video: { isPlayable: boolean; status: string }) => boolean,
) {
  for (;;) {
    const { data } = await client.call(api.videos.get, { params: { id } })
    if (isDone(data)) return performance.now()
    if (data.status === 'failed') throw new Error(data.failure ?? 'failed')
    await sleep(25)
  }
}
