import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Visibility } from '@vireo/contract'
import { readConfig } from '../../src/context/config.ts'
import { type Context, createContext } from '../../src/context/context.ts'
import { createSampleUser } from '../../src/features/people/accounts/accounts.samples.ts'
import { setVideoBytes } from '../../src/features/publishing/videos/files/video-files.queries.ts'
import { announceOnce } from '../../src/features/publishing/videos/processing/progress.service.ts'
import { publishVideo } from '../../src/features/publishing/videos/uploads/publish.service.ts'
import {
  countVideos,
  findSourceInfo,
  findVideo,
  insertSourceInfo,
  insertVideo,
  setCaptions,
  updateVideo,
  type VideoRow,
} from '../../src/features/publishing/videos/videos.queries.ts'
import { newId } from '../../src/lib/ids.ts'
import { newToken } from '../../src/lib/security/tokens.ts'
import type { SourceInfo } from '../../src/media/probe/source-info.ts'
import { contentTypeOf } from '../../src/media/storage/content-type.ts'
import { createTestDatabase } from '../database/database.ts'
import { startTestPostgres } from '../database/postgres.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { testPasswordHash } from '../password.ts'
import { hashSources, root } from '../source-hash.ts'
import { type ClipName, clip, clipKey } from './clips.ts'
import { picture } from './pictures.ts'

// Videos as after all of their processing, which was done once by the real code and is kept in a cache.

const cacheDir = join(root, 'node_modules/.cache/vireo-ready-videos')
/** All ready videos are made again when any of these has changed. */
const cacheInputs = [
  'server/src/media',
  'server/src/features/publishing/videos',
  'server/test/content/ready-videos.ts',
]

/** The clips that the tests use, so that they can be made ahead of time. */
const usedClips = ['tiny', 'film', 'longFilm', 'show', 'captionsMkv', 'captionsMp4'] as const

export interface ReadyVideo {
  ownerId: string
  /** With a thumbnail of the owner's, instead of a picture of the video. */
  hasThumbnail?: boolean
  clip?: ClipName
  title?: string
  description?: string
  visibility?: Visibility
  views?: number
  createdAt?: Date
}

/** The result of processing a clip. Its files are in `files`, next to this as JSON. */
interface ProcessedClip {
  video: VideoRow
  info: SourceInfo
  bytes: { part: string; bytes: number }[]
  keys: string[]
}

/** Adds a video with all of its files and rows, as if it had been processed before. Takes milliseconds. */
export async function addReadyVideo(context: Context, overrides: ReadyVideo) {
  const { sql, storage, clock } = context
  const { ownerId, clip: clipName = 'tiny', hasThumbnail = false } = overrides
  const { title = 'A video', description = '', visibility = 'public', createdAt = clock.now() } = overrides
  const dir = await readyVideo(context.databaseUrl, clipName, hasThumbnail)
  const {
    video: made,
    info,
    bytes,
    keys,
  }: ProcessedClip = JSON.parse(await readFile(join(dir, 'made.json'), 'utf8'))
  const id = newId()
  const folder = `videos/${newToken()}`
  await Promise.all(
    keys.map((key) =>
      storage.putFile(`${folder}/${key}`, join(dir, 'files', key), contentTypeOf(key), { link: true }),
    ),
  )
  const { duration, width, height, placeholder, thumbnail_folder, has_own_thumbnail, captions } = made
  const { status, progress, is_playable, streams, has_storyboard, has_preview } = made
  await sql.begin(async (tx) => {
    const names = { folder, source_key: `sources/${newToken()}/source`, public_id: newToken() }
    const details = { id, owner_id: ownerId, title, description, visibility, ...names }
    const found = { duration, width, height, placeholder, thumbnail_folder, has_own_thumbnail }
    await insertVideo(tx, { ...details, ...found }, createdAt)
    const results = { status, progress, is_playable, has_storyboard, has_preview }
    await updateVideo(tx, id, { ...results, ...(streams && { streams }) }, createdAt)
    if (captions) await setCaptions(tx, id, captions, createdAt)
    if (overrides.views) await tx`update videos set views = ${overrides.views} where id = ${id}`
    await insertSourceInfo(tx, id, info)
    for (const one of bytes) await setVideoBytes(tx, id, one.part, one.bytes)
    await countVideos(tx, ownerId)
    await announceOnce(tx, id, createdAt)
  })
  return { videoId: id, ownerId, folder }
}

/** Makes the missing ones, so that no test has to. Takes milliseconds if there are none. */
export async function makeReadyVideos(): Promise<void> {
  const wanted = [...usedClips.map((name) => [name, false] as const), ['film', true] as const]
  const found = await Promise.all(wanted.map(async ([name, has]) => isThere(await dirOf(name, has))))
  if (found.every(Boolean)) return
  const postgres = await startTestPostgres()
  for (const [name, hasThumbnail] of wanted) await readyVideo(postgres.url, name, hasThumbnail)
  await postgres.stop()
}

const dirs = new Map<string, Promise<string>>()
let sources: Promise<string> | undefined

async function dirOf(name: ClipName, hasThumbnail: boolean): Promise<string> {
  sources ??= hashSources(cacheInputs)
  return join(cacheDir, await sources, `${clipKey(name)}${hasThumbnail ? '-with-thumbnail' : ''}`)
}

const isThere = (dir: string) =>
  access(join(dir, 'made.json')).then(
    () => true,
    () => false,
  )

/** The folder of a ready video, which is made on first use. */
function readyVideo(databaseUrl: string, name: ClipName, hasThumbnail: boolean): Promise<string> {
  const key = `${name} ${hasThumbnail}`
  const known = dirs.get(key) ?? findOrMake(databaseUrl, name, hasThumbnail)
  dirs.set(key, known)
  return known
}

async function findOrMake(databaseUrl: string, name: ClipName, hasThumbnail: boolean): Promise<string> {
  const dir = await dirOf(name, hasThumbnail)
  if (await isThere(dir)) return dir
  await removeOld(dirname(dir))
  const own = await mkdtemp(`${dir}-`)
  await processClip(databaseUrl, name, hasThumbnail, own)
  // Fails if another process was faster.
  await rename(own, dir).catch(() => rm(own, { recursive: true, force: true }))
  return dir
}

/** Creates the folder of the current sources, and removes those of earlier ones. */
async function removeOld(current: string): Promise<void> {
  await mkdir(current, { recursive: true })
  const old = (await readdir(cacheDir)).filter((name) => name !== basename(current))
  for (const name of old) await rm(join(cacheDir, name), { recursive: true, force: true })
}

/** Publishes a clip on a site of its own, runs the jobs of its processing, and stores their results. */
async function processClip(
  databaseUrl: string,
  name: ClipName,
  hasThumbnail: boolean,
  into: string,
): Promise<void> {
  const database = await createTestDatabase(new URL('/postgres', databaseUrl).href)
  const dataDir = await mkdtemp(join(tmpdir(), 'vireo-ready-'))
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const context = await createContext(readConfig(settings))
  try {
    const videoId = await publishClip(context, dataDir, name, hasThumbnail)
    await runJobs(context)
    // The streams that were watched first are removed after some hours.
    await context.sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`
    await runJobs(context)
    await storeResult(context, videoId, into)
  } finally {
    await context.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function publishClip(context: Context, dataDir: string, name: ClipName, hasThumbnail: boolean) {
  const owner = { username: 'robin', fullname: 'Robin', passwordHash: testPasswordHash }
  const ownerId = await createSampleUser(context, owner)
  const thumbnailPath = hasThumbnail ? join(dataDir, 'thumbnail.png') : undefined
  if (thumbnailPath) await picture(640, 360).png().toFile(thumbnailPath)
  const source = { path: await clip(name) }
  return publishVideo(context, { ownerId, details: { title: name }, source, thumbnailPath })
}

async function storeResult({ sql, storage }: Context, videoId: string, into: string): Promise<void> {
  const video = await findVideo(sql, videoId)
  const info = await findSourceInfo(sql, videoId)
  if (!info || video?.status !== 'ready' || !video.has_storyboard || !video.has_preview)
    throw new Error(`Processing ended as: ${JSON.stringify(video)}`)
  const bytes = await sql<ProcessedClip['bytes']>`
    select part, bytes::float8 as bytes from video_bytes where video_id = ${videoId}`
  const keys = (await storage.list(video.folder)).map((key) => key.slice(video.folder.length + 1))
  for (const key of keys) {
    await mkdir(dirname(join(into, 'files', key)), { recursive: true })
    await storage.download(`${video.folder}/${key}`, join(into, 'files', key))
  }
  const made: ProcessedClip = { video, info, bytes, keys }
  await writeFile(join(into, 'made.json'), JSON.stringify(made))
}

// As a program: `node server/test/content/ready-videos.ts`, before or beside the tests.
if (import.meta.main) await makeReadyVideos()
