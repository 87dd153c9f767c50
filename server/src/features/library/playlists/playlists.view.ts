import {
  type ListedVideo,
  type Playlist,
  type PlaylistChoice,
  type PlaylistVideo,
  watchLaterId,
} from '@vireo/contract'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import { createThumbnailView } from '../../publishing/videos/videos.view.ts'
import type { EntryRow, ListedEntryRow } from './entries.queries.ts'
import type { ChoiceRow, PlaylistRow } from './playlists.queries.ts'

type ViewOptions = Parameters<typeof createThumbnailView>[0]

/** The fields of a playlist that do not depend on its videos. */
export const toPlaylistFields = (
  row: PlaylistRow,
): Omit<Playlist, 'thumbnail' | 'videosCount' | 'duration' | 'videos'> => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  visibility: row.visibility,
  kind: row.kind,
  owner: toOwner({ ...row, id: row.owner_id }),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** `isOwn`: the viewer's own playlist, whose rows can be removed even if the video can no longer be seen. */
export function createRowView(options: ViewOptions) {
  const thumbnailOf = createThumbnailView(options)
  return (row: EntryRow, isOwn: boolean): PlaylistVideo => {
    if (!row.is_visible) return toUnavailable(isOwn ? row.video_id : `private:${row.position}`)
    return {
      _id: row.video_id,
      isAvailable: true,
      title: row.title,
      thumbnail: thumbnailOf(row),
      duration: row.duration,
      views: row.views,
      createdAt: row.created_at.toISOString(),
      owner: toOwner({ ...row, id: row.owner_id }),
    }
  }
}

/** For one's own playlists in a list. */
export function createListedVideoView(options: ViewOptions) {
  const thumbnailOf = createThumbnailView(options)
  return (row: ListedEntryRow): ListedVideo => {
    if (!row.is_visible) return toUnavailable(row.video_id)
    const { video_id, title, duration } = row
    return { _id: video_id, isAvailable: true, title, thumbnail: thumbnailOf(row), duration }
  }
}

const toUnavailable = (_id: string): PlaylistVideo => ({
  _id,
  isAvailable: false,
  title: 'Private video',
  thumbnail: null,
  duration: 0,
  views: 0,
  createdAt: null,
  owner: null,
})

export const toChoice = (row: ChoiceRow): PlaylistChoice => ({
  _id: row.id,
  name: row.name,
  visibility: row.visibility,
  kind: row.kind,
  isSaved: row.is_saved,
})

/** Watch later before it is first used. */
export const unusedWatchLater: PlaylistChoice = {
  _id: watchLaterId,
  name: 'Watch later',
  visibility: 'private',
  kind: 'watch-later',
  isSaved: false,
}
