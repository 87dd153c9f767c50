import { endpoint } from './endpoint.ts'
import { pageQuery } from './paging.ts'
import { type Static, t, timestamp } from './schema.ts'
import { videoView } from './video.ts'

export const historyEntry = t.object({
  video: videoView,
  watchedAt: timestamp(),
  /** The list is a plain array, so each entry says where the page after it begins. */
  cursor: t.string(),
})
export type HistoryEntry = Static<typeof historyEntry>

export const history = {
  add: endpoint({
    method: 'POST',
    path: '/user/add-video-to-watch-history/:videoId',
    auth: 'session',
    summary: 'Note that a video is being watched, and where',
    message: 'Added to watch history',
    params: t.object({ videoId: t.string() }),
    body: t.object({
      /** Seconds into the video; the next visit goes on from there. */
      position: t.optional(t.number({ minimum: 0, maximum: 1e7 })),
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
}
