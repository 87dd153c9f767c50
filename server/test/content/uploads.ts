import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { addressOf, api } from '@vireo/contract'
import { expect } from 'vitest'
import type { Sql, Tx } from '../../src/db/sql.ts'
import type { TestClient } from '../app/client.ts'
import { patiently } from '../patience.ts'
import { formWith, picture } from './pictures.ts'

export const tus = { 'tus-resumable': '1.0.0' }
const tusBody = 'application/offset+octet-stream'

/** Requests a resumable upload. */
export function createUpload(
  client: TestClient,
  length: number | string,
  headers: Record<string, string> = {},
  bytes?: Uint8Array<ArrayBuffer>,
) {
  return client.fetch(addressOf(api.uploads.open), {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(length), ...headers },
    ...(bytes && { body: bytes }),
  })
}

/** The address of a new resumable upload. */
export async function openUpload(client: TestClient, length: number): Promise<string> {
  const answer = await createUpload(client, length)
  if (answer.status !== 201) throw new Error(`Not opened: ${answer.status} ${await answer.text()}`)
  return answer.headers.get('location') ?? ''
}

export function sendBytes(
  client: TestClient,
  location: string,
  offset: number,
  bytes: Uint8Array,
  more: Record<string, string> = {},
) {
  const headers = { ...tus, 'upload-offset': String(offset), 'content-type': tusBody, ...more }
  return client.fetch(location, { method: 'PATCH', headers, body: new Uint8Array(bytes) })
}

/** A request that continues an upload, whose pieces the test sends one by one. */
export function sendSlowly(
  client: TestClient,
  location: string,
  offset: number,
  length: number,
  more: Record<string, string> = {},
) {
  const headers = {
    ...tus,
    'upload-offset': String(offset),
    'content-type': tusBody,
    'content-length': length,
    ...more,
  }
  const call = request(`${client.origin}${location}`, {
    method: 'PATCH',
    headers: { ...headers, cookie: client.cookieHeader },
  })
  const answer = new Promise<number | undefined>((resolve) => {
    call.once('error', () => resolve(undefined))
    call.once('response', (response) => resolve(response.resume().statusCode))
  })
  return {
    /** The status, or undefined if the connection was lost. */
    answer,
    write: (bytes: Uint8Array) => call.write(bytes),
    breakOff: () => {
      call.destroy()
    },
  }
}

/** The header with a checksum of these bytes. */
export const checksumOf = (bytes: Uint8Array, algorithm = 'sha1') => ({
  'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`,
})

export async function offsetOf(client: TestClient, location: string) {
  const answer = await client.fetch(location, { method: 'HEAD', headers: tus })
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset')) }
}

export const idOf = (location: string) => location.split('/').at(-1) ?? ''

export const cancelUpload = (client: TestClient, location: string) =>
  client.fetch(location, { method: 'DELETE', headers: tus })

export function publishUpload(
  client: TestClient,
  uploadId: string,
  title = 'Resumed',
  form: FormData = new FormData(),
) {
  form.append('title', title)
  form.append('uploadId', uploadId)
  return client.call(api.videos.upload, { form })
}

/**
 * Cancels an upload in the middle of its publication, which waits for a lock that `hold` takes. Returns the responses
 * to publishing and to cancelling.
 */
export async function cancelWhilePublishing(
  sql: Sql,
  client: TestClient,
  location: string,
  hold: (tx: Tx) => PromiseLike<unknown>,
) {
  const thumbnail = formWith('thumbnail', await picture(320, 180).png().toBuffer())
  const held = await sql.begin(async (tx) => {
    await hold(tx)
    const publishing = publishUpload(client, idOf(location), 'Cancelled', thumbnail)
    const waiting = () => sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting, patiently).toHaveLength(1)
    const cancelled = await cancelUpload(client, location)
    // Not awaited: it continues when this transaction ends.
    return { publishing, cancelled }
  })
  return { published: await held.publishing, cancelled: held.cancelled }
}

/** What publishing waits for before the file is stored: the limit of thumbnails, which counts this one. */
export const holdThumbnails =
  ({ person }: { person: { id: string } }) =>
  (tx: Tx) =>
    tx`insert into rate_limits (key, count, resets_at) values (${`picture:thumbnail:${person.id}`}, 0, now())`

/** What publishing waits for before its rows are written. */
export const holdVideoRows = (tx: Tx) => tx`lock table video_sources in exclusive mode`

/** Sends these bytes as the form of a new video. Returns the status. */
export async function sendRawForm(client: TestClient, boundary: string, body: Uint8Array): Promise<number> {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const init = { method: 'POST', headers, body: new Uint8Array(body) }
  return (await client.fetch(addressOf(api.videos.upload), init)).status
}

/** A form for a new video, without a declared length unless given, whose chunks the test sends one by one. */
export function sendChunkedForm(client: TestClient, length?: number) {
  const boundary = 'a-boundary'
  const call = request(`${client.origin}/api/v1/video/upload-video`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(length && { 'content-length': length }),
    },
  })
  call.flushHeaders()
  const answer = new Promise<{ status: number | undefined; message: string }>((resolve, reject) => {
    call.once('error', reject)
    call.once('response', async (response) =>
      resolve({ status: response.statusCode, message: JSON.parse(await text(response)).message }),
    )
  })
  return {
    answer,
    begin: (name: string) =>
      call.write(`\r\n--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="x"\r\n\r\n`),
    write: (bytes: Uint8Array) => call.write(bytes),
    end: () => call.end(`\r\n--${boundary}--\r\n`),
    breakOff: () => {
      answer.catch(() => {})
      call.destroy()
    },
  }
}
