import type { CommentsMode } from '@vireo/contract'
import type { Fragment } from 'postgres'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { createBatches } from '../../../lib/batches.ts'
import { isId } from '../../../lib/ids.ts'

/**
 * Which videos a person may see: their own, and other people's videos that are playable and not private. A condition on
 * `videos v` and their owners `users u`, for every query that shows videos of more than one person. The viewer can be a
 * column.
 */
export const isVideoVisible = (db: Db, viewerId: string | Fragment | undefined) => db`
  u.is_active and (v.owner_id = ${viewerId ?? null} or (v.visibility <> 'private' and v.is_playable))`

/** Which videos are listed for everyone: the public and playable ones. A condition as above. */
export const isVideoListed = (db: Db) => db`u.is_active and v.is_listed`

interface VisibleVideo {
  id: string
  ownerId: string
  commentsMode: CommentsMode
}

/** For features that refer to videos; a video that the viewer may not see is not found. */
export async function getVisibleVideo(
  db: Db,
  id: string,
  viewerId: string | undefined,
): Promise<VisibleVideo> {
  const [row] = isId(id)
    ? await db<VisibleVideo[]>`
        select v.id, v.owner_id as "ownerId", v.comments_mode as "commentsMode"
        from videos v join users u on u.id = v.owner_id
        where v.id = ${id} and ${isVideoVisible(db, viewerId)}`
    : []
  if (!row) throw videoNotFound()
  return row
}

export const videoNotFound = () => notFound('video.not-found', 'Video not found')

interface VisibilityRequest {
  id: string
  viewerId: string
}

/** Creates a function like `getVisibleVideo` whose simultaneous calls share one statement. */
export const createVideoCheck = (db: Db) =>
  createBatches<VisibilityRequest, void>({
    groupOf: ({ id }) => id,
    keyOf: ({ viewerId }) => viewerId,
    maxItems: 200,
    run: async (requests) => {
      const [{ id }] = requests as [VisibilityRequest]
      const viewerIds = requests.map(({ viewerId }) => viewerId)
      const rows = isId(id)
        ? await db<{ id: string }[]>`
            select viewer.id from unnest(${viewerIds}::uuid[]) as viewer (id)
              cross join videos v join users u on u.id = v.owner_id
            where v.id = ${id} and ${isVideoVisible(db, db`viewer.id`)}`
        : []
      const allowedViewers = new Set(rows.map((row) => row.id))
      return ({ viewerId }) => {
        if (!allowedViewers.has(viewerId)) throw videoNotFound()
      }
    },
  })
