import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Multipart } from '@fastify/multipart'
import type { FilePart } from '@vireo/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, badRequest } from '../lib/app-error.ts'
import { describeBytes } from '../lib/bytes.ts'
import { isDiskFull } from '../lib/disk.ts'
import { makeScratch } from '../lib/scratch.ts'

export interface ReceivedFile {
  path: string
  size: number
  /** As the client called it: for display, never for a path. */
  name: string
}

interface Received {
  fields: Record<string, string>
  files: Record<string, ReceivedFile[]>
}

/** Room on the disk for a body that may be large. */
export interface BodyRoom {
  /** Called as the bytes arrive, with how many there are in all; throws when there is no room for more. */
  grow(received: number): Promise<void>
  release(): Promise<void>
}

const maxFieldBytes = 64 * 1024

/** Streams a multipart body to a scratch folder that is removed when the request is over. Order does not matter. */
export async function receiveMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  expected: Readonly<Record<string, FilePart>>,
  scratchDir: string,
  room?: BodyRoom,
): Promise<Received> {
  if (!request.isMultipart())
    throw new AppError(415, 'request.wrong-media-type', 'Send this as multipart/form-data')
  const folder = await makeScratch(scratchDir)
  // Nothing awaits this: a failure is logged, and the sweep removes the folder later.
  const clean = () =>
    rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      request.log.warn({ err: error, folder }, 'could not remove the files of a request'),
    )
  onceClosed(reply, clean)
  const largest = Math.max(...Object.values(expected).map((part) => part.maxBytes))
  const parts = request.parts({
    limits: { fileSize: largest + 1, fieldSize: maxFieldBytes, fields: 20, files: 10, parts: 30 },
  })
  const received = await readParts(parts, expected, folder, room).catch((error: unknown) => {
    // The rest of the body is read and dropped: unread, it would block the connection for the next call.
    request.raw.unpipe().resume()
    throw error
  })
  for (const [name, rule] of Object.entries(expected))
    if (rule.required && !received.files[name]?.length) throw badRequest(rule.required, name)
  return received
}

async function readParts(
  parts: AsyncIterable<Multipart>,
  expected: Readonly<Record<string, FilePart>>,
  folder: string,
  room: BodyRoom | undefined,
): Promise<Received> {
  const received: Received = { fields: {}, files: {} }
  let total = 0
  for await (const part of onlyReadable(parts)) {
    if (part.type === 'field') {
      // A form sends its line ends as CR LF, whatever was typed.
      received.fields[part.fieldname] = String(part.value).replaceAll('\r\n', '\n')
      continue
    }
    const rule = Object.hasOwn(expected, part.fieldname) ? expected[part.fieldname] : undefined
    if (!rule) {
      part.file.resume()
      continue
    }
    const list = received.files[part.fieldname] ?? []
    received.files[part.fieldname] = list
    if (list.length >= (rule.maxCount ?? 1))
      throw badRequest(rule.tooMany ?? `Too many files in ${part.fieldname}`, part.fieldname)
    const path = join(folder, `${part.fieldname}-${list.length}`)
    const size = await save(part.file, path, rule.maxBytes, part.fieldname, (size) =>
      room?.grow(total + size),
    )
    total += size
    // A form sends an empty part for a file input that was left alone.
    if (size > 0) list.push({ path, size, name: part.filename ?? '' })
  }
  return received
}

/** Runs once the answer is sent or the connection is closed, or now if it is closed already. */
export function onceClosed({ raw }: FastifyReply, work: () => Promise<void>): void {
  if (raw.closed) void work()
  else raw.once('close', work)
}

/** What cannot be read as a form is the caller's doing, not ours. */
async function* onlyReadable(parts: AsyncIterable<Multipart>) {
  try {
    yield* parts
  } catch (error) {
    throw (error as FastifyError).statusCode ? error : unreadable()
  }
}

const unreadable = () => badRequest('The form could not be read to its end')

async function save(
  source: Readable,
  path: string,
  maxBytes: number,
  field: string,
  onGrowth: (size: number) => Promise<void> | undefined,
) {
  let size = 0
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > maxBytes) {
          const message = `The file is too large: at most ${describeBytes(maxBytes)}`
          throw new AppError(413, 'request.too-large', message, { errors: [{ field, message }] })
        }
        await onGrowth(size)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  ).catch((error: unknown) => {
    if (isDiskFull(error))
      throw new AppError(
        507,
        'server.no-room',
        `There is not enough room on the server for this ${field === 'videofile' ? 'video' : 'file'}`,
      )
    const isOurs = error instanceof AppError || (error as NodeJS.ErrnoException).syscall !== undefined
    throw isOurs ? error : unreadable()
  })
  return size
}
