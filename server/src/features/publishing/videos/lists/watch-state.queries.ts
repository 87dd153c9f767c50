import type { Db } from '../../../../db/sql.ts'
import { notFound } from '../../../../lib/app-error.ts'
import { createBatches } from '../../../../lib/batches.ts'
import { countBlockedComments } from '../../../people/blocks/blocks.access.ts'

/** A viewer's state for a video, with the number of comments that they see. */
export interface WatchRow {
  likes_count: number
  is_liked: boolean
  comments_count: number
  subscribers_count: number
  is_subscribed: boolean
  is_owner_blocked: boolean
  position: number
}

interface Watching {
  videoId: string
  viewerId: string | undefined
}

/**
 * The state of each video for its viewer, in the same order; undefined for videos that do not exist. `(select ...)`
 * hides the length of the lists from PostgreSQL, which would otherwise make a new plan for every short list. That takes
 * far longer than running a cached plan.
 */
async function listWatchStates(db: Db, requests: Watching[]): Promise<(WatchRow | undefined)[]> {
  const videoIds = requests.map(({ videoId }) => videoId)
  const viewerIds = requests.map(({ viewerId }) => viewerId ?? null)
  const rows = await db<(WatchRow & { place: number })[]>`
    select asked.place::integer, v.likes_count, u.subscribers_count,
      exists (select from video_likes l where l.user_id = asked.viewer_id and l.video_id = v.id) as is_liked,
      case v.comments_mode when 'off' then 0
        else v.comments_count - ${countBlockedComments(db, db`asked.viewer_id`, 'video_id', 'v.id')}
      end as comments_count,
      exists (
        select from subscriptions where subscriber_id = asked.viewer_id and channel_id = u.id
      ) as is_subscribed,
      exists (select from blocks where blocker_id = asked.viewer_id and blocked_id = u.id) as is_owner_blocked,
      coalesce(
        (select position from watch_history where user_id = asked.viewer_id and video_id = v.id), 0
      ) as position
    from unnest((select ${videoIds}::uuid[]), (select ${viewerIds}::uuid[])) with ordinality as asked (video_id, viewer_id, place)
      join videos v on v.id = asked.video_id join users u on u.id = v.owner_id`
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]))
  return requests.map((_, index) => byPlace.get(index + 1))
}

/** Creates a function that finds a viewer's state for a video. Simultaneous calls share one statement. */
export const createWatchStates = (db: Db) =>
  createBatches<Watching, WatchRow>({
    groupOf: () => 'all',
    maxItems: 100,
    // A statement that hangs must not delay the others.
    overlapAfterMs: 20,
    run: async (requests) => {
      const rows = await listWatchStates(db, requests)
      const byItem = new Map(requests.map((item, index) => [item, rows[index]]))
      return (item) => {
        const row = byItem.get(item)
        if (!row) throw notFound('video.not-found', 'Video not found')
        return row
      }
    },
  })
