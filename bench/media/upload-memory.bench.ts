import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { addressOf, api, limits } from '@vireo/contract'
import { startSite } from '../../e2e/support/site.ts'
import type { TestClient } from '../../server/test/app/client.ts'
import { clip } from '../../server/test/content/clips.ts'

// Growth of the server's memory while it receives a video of almost 2 GB (a real clip, padded with a very large `free`
// box), as a form and then as a resumable upload. Goal: less than 64 MB. A small upload goes first, because the code
// that the server loads for its first upload does not depend on the size.
const goalMb = 64
const video = readFileSync(await clip('tiny'))
const large = limits.videoBytes - 4096
const small = 4 * 1024 * 1024
const zeros = Buffer.alloc(1024 * 1024)

const site = await startSite()
try {
  const { client } = await site.signUp()
  for (const [name, send] of [['form', sendForm] as const, ['resumable', sendTus] as const]) {
    await send(client, small)
    await measure(name, () => send(client, large))
  }
} finally {
  await site.close()
}

async function measure(name: string, work: () => Promise<number>) {
  const before = residentMb()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb())
  }, 50)
  const status = await work()
  clearInterval(timer)
  const grown = peak - before
  const isMet = grown < goalMb && status < 300
  console.log(
    `${name}: ${(large / 1e9).toFixed(2)} GB, answered ${status}, memory grew by ${grown.toFixed(0)} MB from ${before.toFixed(0)} MB (goal: less than ${goalMb}) ${isMet ? 'ok' : 'MISSED'}`,
  )
  if (!isMet) process.exitCode = 1
}

function residentMb(): number {
  const status = readFileSync(`/proc/${site.pid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** The clip, the header of a `free` box and the zeros that fill the box. */
function* bytes(total: number) {
  const freeBox = Buffer.alloc(16)
  freeBox.writeUInt32BE(1, 0)
  freeBox.write('free', 4)
  freeBox.writeBigUInt64BE(BigInt(total - video.length), 8)
  yield video
  yield freeBox
  for (let left = total - video.length - freeBox.length; left > 0; left -= zeros.length)
    yield left < zeros.length ? zeros.subarray(0, left) : zeros
}

function sendBytes(
  client: TestClient,
  total: number,
  path: string,
  method: string,
  headers: Record<string, string | number>,
  head = '',
  tail = '',
) {
  const length = Buffer.byteLength(head) + total + Buffer.byteLength(tail)
  return new Promise<number>((resolve, reject) => {
    const call = request(`${client.origin}${path}`, {
      method,
      headers: { ...headers, cookie: client.cookieHeader, 'content-length': length },
    })
    call.on('error', reject)
    call.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    const feed = async () => {
      call.write(head)
      for (const chunk of bytes(total))
        if (!call.write(chunk)) await new Promise((drained) => call.once('drain', drained))
      call.end(tail)
    }
    feed().catch(reject)
  })
}

function sendForm(client: TestClient, total: number) {
  const boundary = 'vireo-bench'
  const part = (name: string, rest = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n`
  const head = `${part('title')}\r\nLarge\r\n${part('videofile', '; filename="large.mp4"')}content-type: video/mp4\r\n\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const tail = `\r\n--${boundary}--\r\n`
  return sendBytes(client, total, `/api/v1${api.videos.upload.path}`, 'POST', headers, head, tail)
}

async function sendTus(client: TestClient, total: number) {
  const headers = { 'tus-resumable': '1.0.0' }
  const created = await client.fetch(addressOf(api.uploads.open), {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(total) },
  })
  const location = created.headers.get('location') ?? ''
  const body = { 'content-type': 'application/offset+octet-stream', 'upload-offset': 0 }
  return sendBytes(client, total, location, 'PATCH', { ...headers, ...body })
}
