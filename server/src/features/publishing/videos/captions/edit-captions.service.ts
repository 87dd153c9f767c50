import { readFile } from 'node:fs/promises'
import { limits, readCaptions, toVtt } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { countAttempt } from '../../../../http/access/rate-limit.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { AppError, badRequest, notFound } from '../../../../lib/app-error.ts'
import { newToken } from '../../../../lib/security/tokens.ts'
import { describeBytes } from '../../../../lib/text/bytes.ts'
import { readLanguage, unknownLanguage } from '../../../../media/captions/captions-text.ts'
import { claimForFile } from '../../../core/disk-space/disk-space.service.ts'
import { removeSubfolderJob } from '../files/moves/move-files.jobs.ts'
import { publishToOwnVideo } from '../files/publish-files.ts'
import { deleteVideoBytes, setVideoBytes, sumVideoBytes } from '../files/video-files.queries.ts'
import { lockOwnVideo, type VideoRow } from '../videos.queries.ts'
import { saveCaptions } from './captions.queries.ts'
import { type ListedCaptions, listCaptions, type StoredCaptions } from './captions.view.ts'

/** Reading a large file takes half a second of CPU time, so it is limited per person. */
const filesPerWindow = 30
const windowSeconds = 900

interface AddedCaptions {
  videoId: string
  ownerId: string
  language: string
  /** Undefined keeps the name of the captions that are replaced. */
  name: string | undefined
  path: string
}

/** Adds captions to a video, in place of all others in their language. */
export async function addCaptions(context: Context, added: AddedCaptions): Promise<void> {
  const { sql, clock } = context
  const { videoId, ownerId, name, path } = added
  const language = readLanguage(added.language)
  if (language === unknownLanguage && added.language !== unknownLanguage)
    throw badRequest('Unknown language', 'language')
  // Checked before the file is read, so that only the owner can cause that work.
  const video = await lockOwnVideo(sql, videoId, ownerId)
  const limit = { key: `captions:${ownerId}`, max: filesPerWindow, windowSeconds }
  await countAttempt(sql, limit, clock.now())
  const bytes = await readVtt(path, language, video.duration)
  const parts = listCaptions(video).flatMap((one) => (one.language === language ? [one.part] : []))
  const replaced = await sumVideoBytes(sql, videoId, parts)
  await using _claim = await claimForFile(context, { userId: ownerId, bytes: bytes.length, replaced })
  const dir = `captions-${newToken()}`
  const stored = [{ name: 'captions.vtt', bytes, contentType: 'text/vtt' }]
  await publishToOwnVideo(context, { videoId, ownerId, dir }, stored, async (tx, video) => {
    const place = video.caption_files.findIndex((file) => file.language === language)
    const { captions, caption_files } = await dropCaptions(tx, video, (one) => one.language === language)
    if ((captions?.length ?? 0) + caption_files.length >= limits.captionsPerVideo) throw tooMany()
    const file = { folder: dir, language, name: name?.trim() ?? video.caption_files[place]?.name ?? '' }
    // A file that replaces another keeps its place in the list.
    const files = caption_files.toSpliced(place === -1 ? caption_files.length : place, 0, file)
    await saveCaptions(tx, videoId, { captions, caption_files: files }, clock.now())
    await setVideoBytes(tx, videoId, dir, bytes.length)
  })
}

const tooMany = () => {
  const message = `A video can have captions in at most ${limits.captionsPerVideo} languages`
  return badRequest(message, 'captions', 'captions.too-many')
}

async function readVtt(path: string, language: string, duration: number): Promise<Buffer> {
  const read = readCaptions(await readFile(path), { language, duration })
  if (read.problem !== undefined) throw badRequest(read.problem, 'captions')
  const bytes = Buffer.from(toVtt(read.cues))
  if (bytes.length <= limits.captionsBytes) return bytes
  const message = `The file is too large: at most ${describeBytes(limits.captionsBytes)}`
  throw new AppError(413, 'request.too-large', message, { errors: [{ field: 'captions', message }] })
}

export async function removeCaptions(
  { sql, clock }: Context,
  videoId: string,
  ownerId: string,
  captionsId: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    const video = await lockOwnVideo(tx, videoId, ownerId)
    const isRemoved = ({ _id }: { _id: string }) => _id === captionsId
    if (!listCaptions(video).some(isRemoved)) throw notFound('captions.not-found', 'Captions not found')
    await saveCaptions(tx, videoId, await dropCaptions(tx, video, isRemoved), clock.now())
  })
}

/** Removes the files of some captions and returns the others. */
async function dropCaptions(
  tx: Tx,
  video: VideoRow,
  isDropped: (captions: ListedCaptions) => boolean,
): Promise<StoredCaptions> {
  const dropped = listCaptions(video).filter(isDropped)
  for (const { part } of dropped) {
    await enqueue(tx, removeSubfolderJob, { videoId: video.id, name: part })
    await deleteVideoBytes(tx, video.id, part)
  }
  const parts = new Set(dropped.map(({ part }) => part))
  return {
    captions: video.captions?.filter(({ file }) => !parts.has(`extras/${file}`)) ?? null,
    caption_files: video.caption_files.filter(({ folder }) => !parts.has(folder)),
  }
}
