import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { etagOf } from '../files/etag.ts'
import { type Change, idsIn, type Kind } from './changes.ts'

const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)]
/** Fast enough for a response that may be sent only once. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** In order of preference. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

interface Content {
  /** When its creation started (`performance.now`). */
  startedAt: number
  status: number
  type: string
  text: string
  lastModified?: Date | undefined
  /** The source of the text, for responses that are adapted to a person. */
  data?: unknown
  /** What was requested: the response may be a list of what belongs to the things that are named here. */
  input: unknown
  changesWith: ChangesWith
  /** Responses that it was made from, also those that its text does not contain: it is as old as the oldest of them. */
  sources?: readonly CachedResponse[]
}

/**
 * Kinds of things whose changes affect a response even if it does not contain their ids, because it is a list that they
 * may enter, or depends on them without showing them.
 */
export type ChangesWith = readonly Kind[] | 'anything'

/** The memory of a response besides its text: objects, headers, the key of the cache. */
const overheadBytes = 1000
const idBytes = 100

/** A finished response that is the same for all visitors. */
export class CachedResponse {
  readonly startedAt: number
  readonly status: number
  readonly type: string
  readonly lastModified: Date | undefined
  readonly data: unknown
  readonly plain: Buffer
  readonly etag: string
  readonly changesWith: ChangesWith
  /** Whether something that it depends on has changed since its creation started. */
  isOutdated = false
  readonly #requested: Set<string>
  readonly #shown: Set<string>
  readonly #encoding = new Map<Encoding, Promise<Buffer>>()
  readonly #encoded = new Map<Encoding, Buffer>()

  constructor({ sources = [], ...content }: Content) {
    const { status, type, text, lastModified, data, input } = content
    this.startedAt = Math.min(content.startedAt, ...sources.map(({ startedAt }) => startedAt))
    this.status = status
    this.type = type
    this.lastModified = lastModified
    this.data = data
    this.plain = Buffer.from(text)
    this.etag = etagOf(this.plain)
    this.changesWith = joinKinds([content, ...sources])
    this.#requested = idsIn(JSON.stringify(input))
    this.#shown = idsIn(text)
    for (const source of sources) {
      for (const id of source.#requested) this.#requested.add(id)
      for (const id of source.#shown) this.#shown.add(id)
    }
  }

  isAffectedBy(change: Change): boolean {
    if (change === 'everything' || this.changesWith === 'anything') return true
    const { kind, id, containers } = change
    if (this.changesWith.includes(kind) || this.#shown.has(id) || this.#requested.has(id)) return true
    return containers.some((container) => this.#requested.has(container))
  }

  /** The approximate memory use: the compressed text takes a fifth of the text's size, the data twice the size. */
  get bytes() {
    return (
      overheadBytes + this.#shown.size * idBytes + this.plain.length * (this.data === undefined ? 1.4 : 3.4)
    )
  }

  /** Compresses once, at the first request. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    const compressing = this.#encoding.get(encoding) ?? compress(this.plain, encoding)
    this.#encoding.set(encoding, compressing)
    const bytes = await compressing
    this.#encoded.set(encoding, bytes)
    return bytes
  }

  /** The bytes to send, if they are ready. */
  find(encoding: Encoding | undefined): Buffer | undefined {
    return encoding ? this.#encoded.get(encoding) : this.plain
  }
}

function joinKinds(all: readonly { changesWith: ChangesWith }[]): ChangesWith {
  const joined = new Set<Kind>()
  for (const { changesWith } of all) {
    if (changesWith === 'anything') return 'anything'
    for (const kind of changesWith) joined.add(kind)
  }
  return [...joined]
}

const compress = (bytes: Buffer, encoding: Encoding) =>
  encoding === 'br' ? brotliAsync(bytes, brotliQuality) : gzipAsync(bytes)

/** Browsers send only a few different headers, so each is parsed once. */
const chosenEncodings = new Map<string, Encoding | undefined>()
const maxChosenEncodings = 100

/** The best encoding that a client accepts. */
export function chooseEncoding(accepted: string | undefined): Encoding | undefined {
  if (!accepted) return undefined
  if (chosenEncodings.has(accepted)) return chosenEncodings.get(accepted)
  const encoding = encodings.find((one) => accepts(accepted, one))
  if (chosenEncodings.size >= maxChosenEncodings) chosenEncodings.clear()
  chosenEncodings.set(accepted, encoding)
  return encoding
}

const accepts = (accepted: string, encoding: Encoding) =>
  accepted.split(',').some((offer) => {
    const [name = '', quality = ''] = offer.trim().split(/\s*;\s*/)
    return name.toLowerCase() === encoding && !/^q=0(\.0*)?$/.test(quality)
  })
