import { coverWidths, tweetImageWidths } from '@vireo/contract'
import type { Db } from '../db/sql.ts'
import { archiveName } from '../features/lifecycle/exports/exports.jobs.ts'
import { avatarKind } from '../features/people/accounts/pictures/pictures.service.ts'
import { listCaptions, type StoredCaptions } from '../features/publishing/videos/captions/captions.view.ts'
import { thumbnailNames } from '../features/publishing/videos/files/thumbnails.ts'

/** What the store should contain according to the rows. */
export interface SiteFiles {
  /** The files that must exist, with their size if a row has it. */
  expected: Map<string, number | undefined>
  /** Folders in use. They may hold files that no row names, such as pictures of a storyboard. */
  folders: Set<string>
}

/** The parents of all folders that rows name. Files elsewhere are not checked. */
const ownFolders = new Set(['avatars', 'covers', 'exports', 'sources', 'tweets', 'videos'])

/** Whether a row refers to the file, directly or through a folder that contains it. */
export function isInUse(key: string, { folders }: SiteFiles): boolean {
  for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1))
    if (folders.has(key.slice(0, end))) return true
  return !ownFolders.has(key.split('/')[0] ?? '')
}

export async function listSiteFiles(db: Db): Promise<SiteFiles> {
  const files: SiteFiles = { expected: new Map(), folders: new Set() }
  await addVideos(db, files)
  await addPictures(db, files)
  await addExports(db, files)
  await addFoldersOfJobs(db, files)
  return files
}

type Video = StoredCaptions & {
  status: string
  folder: string
  source_key: string
  thumbnail_folder: string | null
  streams: { dir: string; master: string; renditions: { file: string; size?: number }[] } | null
  has_storyboard: boolean
  has_preview: boolean
}

const pageOfRows = 1000
const avatarNames = avatarKind.sizes.map(({ name }) => name)

async function addVideos(db: Db, { expected, folders }: SiteFiles): Promise<void> {
  const pages = db<Video[]>`
    select status, folder, source_key, thumbnail_folder, streams, has_storyboard, has_preview, captions, caption_files
    from videos where coalesce(owner_id, removed_from) is not null`.cursor(pageOfRows)
  for await (const videos of pages)
    for (const video of videos) {
      folders.add(video.folder)
      for (const [name, size] of filesOf(video)) expected.set(`${video.folder}/${name}`, size)
      // The source is removed once the video is ready.
      if (video.status !== 'ready') {
        expected.set(video.source_key, undefined)
        folders.add(video.source_key.replace(/\/[^/]*$/, ''))
      }
    }
}

function* filesOf(video: Video): Generator<[name: string, size?: number]> {
  const { streams, thumbnail_folder: thumbnails } = video
  if (streams) {
    yield [`${streams.dir}/${streams.master}`]
    for (const { file, size } of streams.renditions) yield [`${streams.dir}/${file}`, size]
  }
  if (thumbnails) for (const name of thumbnailNames) yield [`${thumbnails}/${name}`]
  if (video.has_storyboard) yield ['extras/storyboard.vtt']
  if (video.has_preview) yield ['extras/preview.mp4']
  for (const { path } of listCaptions(video)) yield [path]
}

async function addPictures(db: Db, { expected, folders }: SiteFiles): Promise<void> {
  const people = await db<{ avatar: string | null; cover: string | null }[]>`
    select avatar_folder as avatar, cover_folder as cover from users
    where deleted_at is null and num_nonnulls(avatar_folder, cover_folder) > 0`
  const add = (folder: string, names: readonly (string | number)[]) => {
    folders.add(folder)
    for (const name of names) expected.set(`${folder}/${name}.webp`, undefined)
  }
  for (const { avatar, cover } of people) {
    if (avatar) add(avatar, avatarNames)
    if (cover) add(cover, coverWidths)
  }
  const images = await db<{ folder: string; position: number }[]>`
    select t.folder, i.position from tweets t join tweet_images i on i.tweet_id = t.id
    where coalesce(t.owner_id, t.removed_from) is not null`
  for (const { folder, position } of images)
    for (const width of tweetImageWidths) add(folder, [`${position}/${width}`])
}

async function addExports(db: Db, { expected, folders }: SiteFiles): Promise<void> {
  const rows = await db<{ folder: string; bytes: number }[]>`
    select folder, bytes::float8 as bytes from exports where folder is not null`
  for (const { folder, bytes } of rows) {
    folders.add(folder)
    expected.set(`${folder}/${archiveName}`, bytes)
  }
}

/** Folders that a waiting job will fill, move or remove. */
async function addFoldersOfJobs(db: Db, { folders }: SiteFiles): Promise<void> {
  const rows = await db<{ folder: string }[]>`
    select distinct f.value as folder from graphile_worker._private_jobs j,
      json_each_text(case when json_typeof(j.payload) = 'object' then j.payload end) f
    where f.key in ('folder', 'from', 'to')`
  for (const { folder } of rows) folders.add(folder)
}
