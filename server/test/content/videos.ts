import { openAsBlob } from 'node:fs'
import { api, type Video, type Visibility } from '@vireo/contract'
import { insertVideo, updateVideo } from '../../src/features/publishing/videos/videos.queries.ts'
import { newId } from '../../src/lib/ids.ts'
import { newToken } from '../../src/lib/security/tokens.ts'
import type { TestApp } from '../app/app.ts'
import type { TestClient } from '../app/client.ts'
import { patiently } from '../patience.ts'
import { type ClipName, clip } from './clips.ts'

interface Overrides {
  ownerId?: string
  title?: string
  description?: string
  visibility?: Visibility
  duration?: number
  isPlayable?: boolean
  views?: number
}

/** Inserts a video as after processing, but without files: for tests that play nothing. */
export async function addVideo(app: TestApp, overrides: Overrides = {}) {
  const { sql, clock } = app.context
  const ownerId = overrides.ownerId ?? (await app.createPerson()).id
  const video = {
    id: newId(),
    owner_id: ownerId,
    title: overrides.title ?? 'A video',
    description: overrides.description ?? '',
    visibility: overrides.visibility ?? 'public',
    folder: `videos/${newToken()}`,
    source_key: `sources/${newToken()}/source`,
    public_id: newToken(),
    thumbnail_folder: null,
    has_own_thumbnail: false,
    placeholder: null,
    duration: overrides.duration ?? 60,
    width: 1280,
    height: 720,
  }
  await insertVideo(sql, video, clock.now())
  const isPlayable = overrides.isPlayable ?? true
  await updateVideo(
    sql,
    video.id,
    { is_playable: isPlayable, status: isPlayable ? 'ready' : 'processing' },
    clock.now(),
  )
  if (overrides.views) await sql`update videos set views = ${overrides.views} where id = ${video.id}`
  return { videoId: video.id, ownerId, folder: video.folder }
}

/** A form as the upload page sends it, with a real clip. */
export async function uploadForm(
  name: ClipName,
  fields: Record<string, string> = {},
  thumbnail?: Uint8Array,
): Promise<FormData> {
  const form = new FormData()
  // The file is the first field, because the order of the fields must not matter.
  form.append('videofile', await openAsBlob(await clip(name)), 'clip.mp4')
  for (const [field, value] of Object.entries({ title: 'A real clip', ...fields })) form.append(field, value)
  if (thumbnail) form.append('thumbnail', new File([new Uint8Array(thumbnail)], 'thumbnail.png'))
  return form
}

export async function getVideo(client: TestClient, id: string): Promise<Video> {
  return (await client.call(api.videos.get, { params: { id } })).data
}

/** Uploads a real clip and processes it. */
export async function publishClip(
  app: TestApp,
  owner: TestClient,
  name: ClipName,
  fields: Record<string, string> = {},
): Promise<Video> {
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm(name, fields) })
  await app.runJobs()
  return getVideo(owner, data._id)
}

/** Waits for a worker that runs by itself: polls a video until the condition is true. */
export async function waitForVideo(
  client: TestClient,
  id: string,
  isDone: (video: Video) => boolean,
): Promise<Video> {
  const deadline = Date.now() + patiently.timeout
  while (Date.now() < deadline) {
    const video = await getVideo(client, id)
    if (video && isDone(video)) return video
    await new Promise((resolve) => setTimeout(resolve, 4 * patiently.interval))
  }
  throw new Error(`The video ${id} did not get there in time`)
}

export const isFinished = (video: Video) =>
  video.status === 'failed' || (video.status === 'ready' && video.storyboard !== null && video.hasPreview)
