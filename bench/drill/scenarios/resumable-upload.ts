import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { addressOf, api, type Video } from '@vireo/contract'
import { clip } from '../../../server/test/content/clips.ts'
import type { DrillContext } from '../drill.ts'
import { expectOk, type Person } from '../tools/people.ts'
import { noteVideo } from '../tools/posts.ts'
import { pause } from '../tools/waiting.ts'

const tus = { 'tus-resumable': '1.0.0' }
const chunkBytes = 256 * 1024
const pieceBytes = 16 * 1024
const pieceGapMs = 20
const size = 4 * 1024 * 1024

/** A video sent in chunks: a real clip, padded to 4 MB with a `free` box. */
export class ResumableUpload {
  private readonly context: DrillContext
  private readonly person: Person
  private readonly bytes: Buffer
  private location = ''

  private constructor(context: DrillContext, person: Person, bytes: Buffer) {
    this.context = context
    this.person = person
    this.bytes = bytes
  }

  static async open(context: DrillContext, person: Person): Promise<ResumableUpload> {
    const upload = new ResumableUpload(context, person, await makeVideo())
    const created = await person.client.fetch(addressOf(api.uploads.open), {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(size) },
    })
    if (created.status !== 201) throw new Error(`${created.status} at the start of an upload`)
    upload.location = created.headers.get('location') ?? ''
    return upload
  }

  /** Sends whole chunks; each acknowledged chunk must still exist afterwards. */
  async sendChunks(count: number): Promise<void> {
    const from = await this.offset()
    for (let i = 0; i < count; i++) {
      const start = from + i * chunkBytes
      const answer = await this.patch(start, this.bytes.subarray(start, start + chunkBytes))
      if (answer.status !== 204) throw new Error(`${answer.status} in the middle of an upload`)
      const acknowledged = Number(answer.headers.get('upload-offset'))
      this.context.ledger.note('chunk', async () => this.isPublished || (await this.offset()) >= acknowledged)
    }
  }

  /** Sends the rest slowly enough for the fault to interrupt it. */
  sendSlowly(from: number): Promise<void> {
    const rest = this.bytes.subarray(from)
    const headers = {
      ...tus,
      cookie: this.person.client.cookieHeader,
      ...patchHeaders(from),
      'content-length': rest.length,
    }
    return new Promise((resolve) => {
      const call = request(`${this.person.client.origin}${this.location}`, { method: 'PATCH', headers })
      call.on('error', () => resolve())
      call.on('response', (response) => response.resume().on('close', resolve))
      const feed = async () => {
        for (let at = 0; at < rest.length && !call.destroyed; at += pieceBytes) {
          call.write(rest.subarray(at, at + pieceBytes))
          await pause(pieceGapMs)
        }
        call.end()
      }
      void feed()
    })
  }

  async finish(): Promise<void> {
    await this.sendRest()
    await this.publish()
  }

  /** Resumes at the offset that the server reports. */
  async sendRest(): Promise<void> {
    const from = await this.offset()
    if (from === size) return
    const answer = await this.patch(from, this.bytes.subarray(from))
    if (answer.status !== 204) throw new Error(`${answer.status} when an upload was resumed`)
  }

  /** Publishes the video. If the answer was lost, the next call returns the same video. */
  async publish(): Promise<Video> {
    const form = new FormData()
    form.append('title', 'Sent in pieces')
    form.append('uploadId', this.location.split('/').at(-1) ?? '')
    const published = await this.person.client.call(api.videos.upload, { form })
    expectOk(published)
    this.isPublished = true
    noteVideo(this.context.ledger, this.person.client, published.data._id)
    return published.data
  }

  private isPublished = false

  async offset(): Promise<number> {
    const answer = await this.person.client.fetch(this.location, { method: 'HEAD', headers: tus })
    if (answer.status !== 200) throw new Error(`${answer.status} when an upload was looked up`)
    return Number(answer.headers.get('upload-offset'))
  }

  private patch(offset: number, body: Buffer): Promise<Response> {
    const headers = { ...tus, ...patchHeaders(offset) }
    return this.person.client.fetch(this.location, { method: 'PATCH', headers, body: new Uint8Array(body) })
  }
}

const patchHeaders = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})

async function makeVideo(): Promise<Buffer> {
  const video = await readFile(await clip('captionsMp4'))
  const filler = Buffer.alloc(size - video.length)
  filler.writeUInt32BE(filler.length, 0)
  filler.write('free', 4)
  return Buffer.concat([video, filler])
}
