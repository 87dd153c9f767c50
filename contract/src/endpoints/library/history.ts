import { endpoint, perMinute } from '../../endpoint.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { type Static, t, timestamp } from '../../schema.ts'
import { videoSummary } from '../publishing/videos.ts'

/** Seconds into the video. */
const position = t.number({ minimum: 0, maximum: 1e7 })

const historyEntry = t.object({
  video: videoSummary,
  watchedAt: timestamp(),
  /** The time at which the person stopped watching, in seconds. */
  position: t.number(),
  /** The list is a plain array, so each entry has the cursor of the page after it. */
  cursor: t.string(),
})
export type HistoryEntry = Static<typeof historyEntry>

/** The data to restore a removed entry to its place. */
const removedEntry = t.object({ watchedAt: timestamp(), position: t.number() })

const settings = t.object({
  /** While paused, nothing is added. */
  isPaused: t.boolean(),
})

/** The format of `watchedAt` in the entries. */
const isoTime = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$'
const videoParams = t.object({ videoId: t.string() })

export const history = {
  add: endpoint({
    method: 'POST',
    path: '/user/add-video-to-watch-history/:videoId',
    auth: 'session',
    isMinorChange: true,
    summary:
      'Note that a video is being watched, and where; a paused history does not change. Counts as a view, once in six hours, unless the client reports views itself',
    message: 'Added to watch history',
    params: videoParams,
    body: t.object({
      /** The time at which the next visit continues. */
      position: t.optional(position),
      /** The client calls `/video/view/:id` when enough of the video was played. */
      reportsViews: t.optional(t.boolean()),
    }),
    data: t.null(),
  }),
  list: endpoint({
    method: 'GET',
    path: '/user/watchhistory',
    auth: 'session',
    summary:
      'What the signed-in person watched, the latest first; 100 without a limit. The next page’s cursor is that of the last entry',
    message: 'Watch history',
    query: t.object(pageQuery),
    data: t.array(historyEntry),
  }),
  search: endpoint({
    method: 'GET',
    path: '/user/watchhistory/search',
    auth: 'session',
    summary: 'The entries whose title or channel contains all the words, the latest first',
    message: 'Watch history',
    query: t.object({ query: t.string({ maxLength: 200 }), ...pageQuery }),
    /** Only `nextCursor` shows whether there is more, as a page may be shorter than `limit`, even empty. */
    data: pageOf(historyEntry),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/watchhistory/:videoId',
    auth: 'session',
    limit: perMinute('history-entry', 120),
    summary: 'Remove one entry; returns what `restore` needs',
    message: 'Removed from watch history',
    params: videoParams,
    data: removedEntry,
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/user/watchhistory/:videoId',
    auth: 'session',
    limit: perMinute('history-entry', 120),
    summary: 'Put a removed entry back; one that was added since stays as it is',
    message: 'Restored to watch history',
    params: videoParams,
    body: t.object({ watchedAt: t.string({ pattern: isoTime }), position }),
    check: ({ watchedAt }) =>
      Date.parse(watchedAt ?? '') > 0 ? [] : [{ field: 'watchedAt', message: 'watchedAt is not a time' }],
    data: t.null(),
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/user/watchhistory',
    auth: 'session',
    limit: perMinute('clear-history', 20),
    summary: 'Remove every entry',
    message: 'Watch history cleared',
    data: t.null(),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/user/watchhistory/settings',
    auth: 'session',
    summary: 'Whether the history of the signed-in person is paused',
    message: 'Watch history settings',
    data: settings,
  }),
  changeSettings: endpoint({
    method: 'PATCH',
    path: '/user/watchhistory/settings',
    auth: 'session',
    limit: perMinute('history-settings', 60),
    summary: 'Pause the history or resume it',
    message: 'Watch history settings changed',
    body: settings,
    data: settings,
  }),
}
