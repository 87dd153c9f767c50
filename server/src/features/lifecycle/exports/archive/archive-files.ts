import type { Readable } from 'node:stream'
import { coverWidths, tweetImageWidths } from '@vireo/contract'
import type { Sql } from '../../../../db/sql.ts'
import type { Storage } from '../../../../media/storage/storage.ts'
import { StorageMissingError } from '../../../../media/storage/storage-errors.ts'
import { fileName } from '../../../core/files/download-link.ts'
import { listCaptions } from '../../../publishing/videos/captions/captions.view.ts'
import { inBatches } from './archive.queries.ts'
import type { ExportedAccountRow } from './archive-account.queries.ts'
import {
  type ExportedVideoFilesRow,
  findVideoFiles,
  readTweets,
  readVideoFiles,
} from './archive-posts.queries.ts'

export interface ArchivedFile {
  /** The path in the archive. */
  name: string
  /** The key in the storage. */
  key: string
}

/** A file to put into the archive. */
interface WantedFile {
  /** Set if it is the file of a video. */
  videoId?: string
  /** Best first: the first one that exists is taken. */
  choices: ArchivedFile[]
  /** Called if none of the choices exists, because the file may have been moved. */
  findMoved?: () => Promise<ArchivedFile[]>
}

// Pictures are kept in a few sizes; these are the largest.
export const avatarOf = (folder: string): ArchivedFile => ({
  name: 'pictures/avatar.webp',
  key: `${folder}/320.webp`,
})
export const coverOf = (folder: string): ArchivedFile => ({
  name: 'pictures/cover.webp',
  key: `${folder}/${Math.max(...coverWidths)}.webp`,
})
export const tweetImageOf = (tweet: { id: string; folder: string }, position: number): ArchivedFile => ({
  name: `pictures/tweets/${tweet.id}-${position}.webp`,
  key: `${tweet.folder}/${position}/${Math.max(...tweetImageWidths)}.webp`,
})

const thumbnailsOf = ({ id, folder, own_thumbnail }: ExportedVideoFilesRow): ArchivedFile[] =>
  own_thumbnail
    ? [{ name: `pictures/thumbnails/${id}.jpg`, key: `${folder}/${own_thumbnail}/1280.jpeg` }]
    : []

/** Names of files have at most 255 bytes. */
const nameOf = ({ id, title }: Pick<ExportedVideoFilesRow, 'id' | 'title'>) =>
  `${[...fileName(title)].slice(0, 50).join('')} (${id})`

const captionsOf = (video: ExportedVideoFilesRow): ArchivedFile[] =>
  listCaptions(video).map(({ language, path }, i) => ({
    name: `captions/${nameOf(video)} ${i + 1} ${language}.vtt`,
    key: `${video.folder}/${path}`,
  }))

/** The original while it is kept, else the best rendition. */
function videoChoices({
  id,
  title,
  folder,
  source_key,
  container,
  streams,
}: ExportedVideoFilesRow): ArchivedFile[] {
  const name = `videos/${nameOf({ id, title })}`
  const [best] = streams?.renditions ?? []
  const made =
    best && streams ? ['download.mp4', best.file].map((file) => `${folder}/${streams.dir}/${file}`) : []
  return [
    { name: `${name}.${extensionOf(container)}`, key: source_key },
    ...made.map((key) => ({ name: `${name}.mp4`, key })),
  ]
}

const extensions: Record<string, string> = {
  matroska: 'mkv',
  avi: 'avi',
  flv: 'flv',
  ogg: 'ogv',
  asf: 'wmv',
  mpegts: 'ts',
  mpeg: 'mpg',
}

/** `container` is ffprobe's name for it, such as `mov,mp4,m4a,3gp,3g2,mj2`. */
const extensionOf = (container: string | null) => extensions[container?.split(',')[0] ?? ''] ?? 'mp4'

/** Every file of a person, in the order of the archive. */
export async function* listFiles(sql: Sql, account: ExportedAccountRow): AsyncGenerator<WantedFile> {
  const { id: userId, avatar_folder, cover_folder } = account
  if (avatar_folder) yield { choices: [avatarOf(avatar_folder)] }
  if (cover_folder) yield { choices: [coverOf(cover_folder)] }
  for await (const videos of inBatches(readVideoFiles(sql, userId))) {
    for (const video of videos) {
      const findMoved = (choicesOf: (row: ExportedVideoFilesRow) => ArchivedFile[]) => async () => {
        const row = await findVideoFiles(sql, userId, video.id)
        return row ? choicesOf(row) : []
      }
      yield { videoId: video.id, choices: videoChoices(video), findMoved: findMoved(videoChoices) }
      const thumbnails = thumbnailsOf(video)
      if (thumbnails.length > 0) yield { choices: thumbnails, findMoved: findMoved(thumbnailsOf) }
      for (const captions of captionsOf(video)) {
        const sameCaptionsOf = (row: ExportedVideoFilesRow) =>
          captionsOf(row).filter(({ name }) => name === captions.name)
        yield { choices: [captions], findMoved: findMoved(sameCaptionsOf) }
      }
    }
  }
  for await (const tweets of inBatches(readTweets(sql, userId)))
    for (const tweet of tweets)
      for (const { position } of tweet.images) yield { choices: [tweetImageOf(tweet, position)] }
}

/** How many bytes a file takes; 0 if it does not exist. */
export async function measure(storage: Storage, { choices }: WantedFile): Promise<number> {
  for (const { key } of choices) {
    const stored = await storage.stat(key)
    if (stored) return stored.size
  }
  return 0
}

interface OpenedFile {
  name: string
  source: Readable
}

export async function openFile(storage: Storage, wanted: WantedFile): Promise<OpenedFile | undefined> {
  return (
    (await openFirst(storage, wanted.choices)) ??
    (wanted.findMoved && (await openFirst(storage, await wanted.findMoved())))
  )
}

async function openFirst(storage: Storage, choices: ArchivedFile[]): Promise<OpenedFile | undefined> {
  for (const { name, key } of choices) {
    try {
      return { name, source: await storage.read(key) }
    } catch (error) {
      if (!(error instanceof StorageMissingError)) throw error
    }
  }
  return undefined
}
