import type { Visibility } from '@vireo/contract'
import { insertVideo, updateVideo } from '../src/features/videos/videos.queries.ts'
import { newId } from '../src/lib/ids.ts'
import { newToken } from '../src/lib/tokens.ts'
import type { TestApp } from './app.ts'

interface Wishes {
  ownerId?: string
  title?: string
  description?: string
  visibility?: Visibility
  duration?: number
  isPlayable?: boolean
  views?: number
}

/** A video's row as processing leaves it, without its files: for what does not play anything. */
export async function addVideo(app: TestApp, wishes: Wishes = {}) {
  const { sql, clock } = app.context
  const ownerId = wishes.ownerId ?? (await app.createPerson()).id
  const video = {
    id: newId(),
    owner_id: ownerId,
    title: wishes.title ?? 'A video',
    description: wishes.description ?? '',
    visibility: wishes.visibility ?? 'public',
    folder: `videos/${newToken()}`,
    source_key: `sources/${newToken()}/source`,
    public_id: newToken(),
    thumbnail_folder: null,
    has_own_thumbnail: false,
    placeholder: null,
    duration: wishes.duration ?? 60,
    width: 1280,
    height: 720,
  }
  await insertVideo(sql, video, clock.now())
  const isPlayable = wishes.isPlayable ?? true
  await updateVideo(
    sql,
    video.id,
    { is_playable: isPlayable, status: isPlayable ? 'ready' : 'processing' },
    clock.now(),
  )
  if (wishes.views) await sql`update videos set views = ${wishes.views} where id = ${video.id}`
  return { videoId: video.id, ownerId, folder: video.folder }
}
