import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { api, uploadsPath } from '@vireo/contract'
import { clip } from '../../server/test/clips.ts'
import { pause } from './drill.ts'
import { expectOk, type Person } from './people.ts'
import { noteVideo } from './posts.ts'
import type { Stage } from './stage.ts'

const tus = { 'tus-resumable': '1.0.0' }
const chunkBytes = 256 * 1024
const pieceBytes = 16 * 1024
const pieceGapMs = 20
const size = 4 * 1024 * 1024

/** A video that is sent in pieces: a real clip and a `free` box behind it that fills it up to 4 MB. */
export class ResumableUpload {
  private readonly stage: Stage
  private readonly person: Person
  private readonly bytes: Buffer
  private location = ''

  private constructor(stage: Stage, person: Person, bytes: Buffer) {
    this.stage = stage
    this.person = person
    this.bytes = bytes
  }

  static async open(stage: Stage, person: Person): Promise<ResumableUpload> {
    const upload = new ResumableUpload(stage, person, await makeVideo())
    const created = await person.client.fetch(uploadsPath, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(size) },
    })
    if (created.status !== 201) throw new Error(`${created.status} at the start of an upload`)
    upload.location = created.headers.get('location') ?? ''
    return upload
  }

  /** Sends whole chunks; each that is answered is acknowledged and must be there afterwards. */
  async sendChunks(count: number): Promise<void> {
    const from = await this.offset()
    for (let i = 0; i < count; i++) {
      const start = from + i * chunkBytes
      const answer = await this.patch(start, this.bytes.subarray(start, start + chunkBytes))
      if (answer.status !== 204) throw new Error(`${answer.status} in the middle of an upload`)
      const acknowledged = Number(answer.headers.get('upload-offset'))
      this.stage.ledger.note('chunk', async () => this.isPublished || (await this.offset()) >= acknowledged)
    }
  }

  /** Begins a chunk that goes out so slowly that the fault comes in its middle. */
  sendSlowly(from: number): Promise<void> {
    const cookie = [...this.person.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const rest = this.bytes.subarray(from)
    const headers = { ...tus, cookie, ...patchHeaders(from), 'content-length': rest.length }
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

  /** Goes on where the server says that it stands, and publishes the video. */
  async finish(): Promise<void> {
    const from = await this.offset()
    const answer = await this.patch(from, this.bytes.subarray(from))
    if (answer.status !== 204) throw new Error(`${answer.status} when an upload was resumed`)
    const form = new FormData()
    form.append('title', 'Sent in pieces')
    form.append('uploadId', this.location.split('/').at(-1) ?? '')
    const published = await this.person.client.call(api.video.upload, { form })
    expectOk(published)
    this.isPublished = true
    noteVideo(this.stage.ledger, this.person.client, published.data._id)
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
