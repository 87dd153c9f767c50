import type { Context } from '../../context.ts'
import { countAttempt } from '../../http/access/rate-limit.ts'
import { notify, withdrawNotification } from '../notify/notify.service.ts'
import {
  deleteLike,
  getLikeState,
  insertLike,
  type LikeState,
  type LikeTarget,
  lockTarget,
} from './likes.queries.ts'

const togglesPerMinute = 120

/** Toggles a like, or sets it to `wanted`. A trigger keeps the counter. */
export async function toggleLike(
  { sql, clock }: Context,
  target: LikeTarget,
  userId: string,
  id: string,
  wanted: boolean | undefined,
): Promise<LikeState> {
  const limit = { key: `like:${userId}`, max: togglesPerMinute, windowSeconds: 60 }
  await countAttempt(sql, limit, clock.now())
  return sql.begin(async (tx) => {
    const now = clock.now()
    const ownerId = await lockTarget(tx, target, id)
    const isTaken = wanted !== true && (await deleteLike(tx, target, userId, id))
    const isGiven = wanted !== false && !isTaken && (await insertLike(tx, target, userId, id, now))
    if (ownerId) {
      const subject = { kind: target, id }
      const like = { userId: ownerId, kind: 'like', actorId: userId, subject } as const
      if (isGiven) await notify(tx, like, now)
      if (isTaken) await withdrawNotification(tx, like)
    }
    return getLikeState(tx, target, userId, id)
  })
}
