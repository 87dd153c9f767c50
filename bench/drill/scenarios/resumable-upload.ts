import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { addressOf, api, type Video } from '@vireo/contract'
import { clip } from '../../../server/test/content/clips.ts'
import type { DrillContext } from '../drill.ts'
import { expectOk, type Person } from '../tools/people.ts'
import { noteVideo, sha256Of } from '../tools/posts.ts'
import { pause } from '../tools/waiting.ts'

const tus = { 'tus-resumable': '1.0.0' }
const chunkBytes = 256 * 1024
const pieceBytes = 16 * 1024
const pieceGapMs = 20
const size = 4 * 1024 * 1024

/** A video sent in chunks: a real clip, padded to 4 MB with a `free` box of random bytes. */
export class ResumableUpload {
  private readonly context: DrillContext
  private client: Person['client']
  private readonly bytes: Buffer
  /** Where the site keeps unfinished uploads; undefined if that is a bucket. */
  private readonly folder: string | undefined
  private location = ''

  private constructor(context: DrillContext, person: Person, bytes: Buffer, dataDir: string | undefined) {
    this.context = context
    this.client = person.client
    this.bytes = bytes
    this.folder = dataDir && join(dataDir, 'uploads')
  }

  /** With `dataDir`, the stored bytes are read there and compared with those sent. */
  static async open(context: DrillContext, person: Person, dataDir?: string): Promise<ResumableUpload> {
    const upload = new ResumableUpload(context, person, await makeVideo(), dataDir)
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
      this.acknowledged = Number(answer.headers.get('upload-offset'))
      const { acknowledged } = this
      this.context.ledger.note('chunk', async () => this.isPublished || (await this.offset()) >= acknowledged)
    }
  }

  /** Right after a fault, before more is sent: every acknowledged byte is there, and all bytes are those sent. */
  async expectKept(): Promise<void> {
    const offset = await this.offset()
    await this.context.ledger.expect('acknowledged offset', async () => offset >= this.acknowledged)
    await this.expectStored(offset)
  }

  /** The file of an unfinished upload has the bytes that were sent. */
  private async expectStored(bytes: number): Promise<void> {
    const { folder } = this
    if (!folder) return
    await this.context.ledger.expect('upload content', async () => {
      const stored = await readFile(join(folder, this.id))
      return (
        stored.length >= bytes &&
        sha256Of(stored.subarray(0, bytes)) === sha256Of(this.bytes.subarray(0, bytes))
      )
    })
  }

  /** Sends the rest slowly enough for the fault to interrupt it. */
  sendSlowly(from: number): Promise<void> {
    const rest = this.bytes.subarray(from)
    const headers = {
      ...tus,
      cookie: this.client.cookieHeader,
      ...patchHeaders(from),
      'content-length': rest.length,
    }
    return new Promise((resolve) => {
      const call = request(`${this.client.origin}${this.location}`, { method: 'PATCH', headers })
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

  /** Sends what follows with this client, perhaps to another server. */
  continueAt(client: Person['client']): void {
    this.client = client
  }

  async finish(): Promise<void> {
    await this.sendRest()
    await this.expectStored(size)
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
    form.append('uploadId', this.id)
    const published = await this.client.call(api.videos.upload, { form })
    expectOk(published)
    this.isPublished = true
    noteVideo(this.context.ledger, this.client, published.data._id)
    return published.data
  }

  private isPublished = false
  private acknowledged = 0

  private get id(): string {
    return this.location.split('/').at(-1) ?? ''
  }

  async offset(): Promise<number> {
    const answer = await this.client.fetch(this.location, { method: 'HEAD', headers: tus })
    if (answer.status !== 200) throw new Error(`${answer.status} when an upload was looked up`)
    return Number(answer.headers.get('upload-offset'))
  }

  private patch(offset: number, body: Buffer): Promise<Response> {
    const headers = { ...tus, ...patchHeaders(offset) }
    return this.client.fetch(this.location, { method: 'PATCH', headers, body: new Uint8Array(body) })
  }
}

const patchHeaders = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})

async function makeVideo(): Promise<Buffer> {
  const video = await readFile(await clip('captionsMp4'))
  const filler = randomBytes(size - video.length)
  filler.writeUInt32BE(filler.length, 0)
  filler.write('free', 4)
  return Buffer.concat([video, filler])
}
