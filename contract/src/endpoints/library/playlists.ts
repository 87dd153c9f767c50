import { endpoint, perMinute } from '../../endpoint.ts'
import { pageQuery } from '../../paging.ts'
import { playlistDescriptionRule, playlistLimits, playlistNameRule } from '../../rules/library/playlists.ts'
import { collect } from '../../rules/people/accounts.ts'
import { fileAddress, id, type Static, t, timestamp } from '../../schema.ts'
import { ownerView } from '../people/accounts.ts'
import { visibility } from '../publishing/videos.ts'

const kind = t.nullable(t.literal('watch-later'))

/** A row of a playlist. Only the video's fields shown in a list, because there can be thousands of rows. */
const playlistVideoView = t.object({
  /** The video's id, or a substitute if the viewer may not see the video. */
  _id: id(),
  /** False for another person's private video, shown only as 'Private video'. */
  isAvailable: t.boolean(),
  title: t.string(),
  thumbnail: t.nullable(fileAddress()),
  /** Seconds. */
  duration: t.number(),
  views: t.integer(),
  createdAt: t.nullable(timestamp()),
  owner: t.nullable(ownerView),
})
export type PlaylistVideo = Static<typeof playlistVideoView>

/** A video in a list of playlists, which may contain many. */
const listedVideoView = t.object({
  _id: playlistVideoView.properties._id,
  isAvailable: playlistVideoView.properties.isAvailable,
  title: t.string(),
  thumbnail: t.nullable(fileAddress()),
  /** Seconds. */
  duration: t.number(),
})
export type ListedVideo = Static<typeof listedVideoView>

const playlistView = t.object({
  _id: id(),
  name: t.string(),
  description: t.string(),
  visibility,
  /** Set for a built-in playlist. */
  kind,
  /** The thumbnail of the first video that the viewer may see. */
  thumbnail: t.nullable(fileAddress()),
  /** Deleted videos are neither listed nor counted. */
  videosCount: t.integer(),
  /** In seconds, of all videos that the viewer may see. */
  duration: t.number(),
  videos: t.array(playlistVideoView),
  owner: ownerView,
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Playlist = Static<typeof playlistView>

const listedPlaylistView = t.object({ ...playlistView.properties, videos: t.array(listedVideoView) })
export type ListedPlaylist = Static<typeof listedPlaylistView>

const playlistChoice = t.object({
  /** `watch-later` until that playlist is first used. */
  _id: id(),
  name: t.string(),
  visibility,
  kind,
  /** Whether the playlist contains the video. */
  isSaved: t.boolean(),
})
export type PlaylistChoice = Static<typeof playlistChoice>

const idParams = t.object({ id: t.string() })
const entryParams = t.object({ id: t.string(), videoId: t.string() })
const name = t.line({ maxLength: 2000 })
const description = t.optional(t.string({ maxLength: 20_000 }))
const anchor = t.optional(t.string({ maxLength: 100 }))
const playlistPage = t.object({ playlists: t.array(listedPlaylistView), nextCursor: t.nullable(t.string()) })

export const playlists = {
  list: endpoint({
    method: 'GET',
    path: '/playlist',
    auth: 'session',
    summary:
      'One’s own playlists with their videos, the last changed first; 100 without a limit. After 1,000 videos each further playlist has only its first one, but the right count',
    message: 'Playlists',
    query: t.object({
      ...pageQuery,
      /** `first`: only the first watchable video of each playlist. */
      videos: t.optional(t.literal('first')),
    }),
    data: playlistPage,
  }),
  listOfChannel: endpoint({
    method: 'GET',
    path: '/playlist/channel/:channelId',
    auth: 'public',
    summary: 'The public playlists of a channel, the last changed first, each with its first watchable video',
    message: 'Playlists',
    params: t.object({ channelId: t.string() }),
    query: t.object(pageQuery),
    data: playlistPage,
  }),
  listForVideo: endpoint({
    method: 'GET',
    path: '/playlist/video/:videoId',
    auth: 'session',
    summary: 'All of one’s own playlists, Watch later first, and whether the video is in them',
    message: 'Playlists',
    params: t.object({ videoId: t.string() }),
    data: t.object({ playlists: t.array(playlistChoice) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/playlist/:id',
    auth: 'public',
    summary: 'A playlist and its videos, a thousand at a time unless asked otherwise',
    message: 'Playlist',
    params: idParams,
    query: t.object({
      limit: t.optional(t.integer({ minimum: 1, maximum: playlistLimits.page })),
      cursor: pageQuery.cursor,
    }),
    data: t.object({ playlist: playlistView, nextCursor: t.nullable(t.string()) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/playlist',
    auth: 'session',
    summary: 'Make a playlist, empty or with a first video; private unless asked otherwise',
    message: 'Playlist created',
    body: t.object({
      name,
      description,
      visibility: t.optional(visibility),
      videoId: t.optional(t.string({ maxLength: 100 })),
    }),
    check: (body) =>
      collect([
        ['name', playlistNameRule(body.name ?? '')],
        ['description', playlistDescriptionRule(body.description ?? '')],
      ]),
    data: t.object({ playlist: playlistView }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/playlist/:id',
    auth: 'session',
    limit: perMinute('edit-playlist', 30),
    summary: 'Change name, description or visibility of one’s own playlist',
    message: 'Playlist updated',
    params: idParams,
    body: t.object({ name: t.optional(name), description, visibility: t.optional(visibility) }),
    check: (body) =>
      collect([
        ['name', body.name === undefined ? undefined : playlistNameRule(body.name)],
        ['description', playlistDescriptionRule(body.description ?? '')],
      ]),
    data: t.object({ playlist: playlistView }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/playlist/:id',
    auth: 'session',
    limit: perMinute('delete-playlist', 60),
    summary: 'Delete one’s own playlist; for an hour it can be restored',
    message: 'Playlist deleted',
    params: idParams,
    data: t.null(),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/playlist/restore/:id',
    auth: 'session',
    limit: perMinute('delete-playlist', 60),
    summary: 'Undo the deletion of one’s own playlist',
    message: 'Playlist restored',
    params: idParams,
    data: t.object({ playlist: playlistView }),
  }),
  putVideo: endpoint({
    method: 'PUT',
    path: '/playlist/:id/video/:videoId',
    auth: 'session',
    summary:
      'Add a video to one’s own playlist, or move it there: `after` or `before` another of its videos. Without either a new one goes to the end and one that is there stays; the same if that other video is no longer there',
    message: 'Saved to playlist',
    params: entryParams,
    body: t.object({ after: anchor, before: anchor }),
    check: ({ after, before }) =>
      after && before ? [{ field: 'before', message: 'Give either after or before, not both' }] : [],
    data: t.object({ isAdded: t.boolean(), isMoved: t.boolean(), updatedAt: timestamp() }),
  }),
  removeVideo: endpoint({
    method: 'DELETE',
    path: '/playlist/:id/video/:videoId',
    auth: 'session',
    summary: 'Take a video out of one’s own playlist',
    message: 'Removed from playlist',
    params: entryParams,
    data: t.object({ updatedAt: timestamp() }),
  }),
}
