import type { Context } from '../../context.ts'
import { consume } from '../../http/rate-limit.ts'
import { notify, withdraw } from '../notifications/notifications.service.ts'
import {
  deleteLike,
  getLikeState,
  insertLike,
  type LikeState,
  type LikeTarget,
  lockTarget,
} from './likes.queries.ts'

const togglesPerMinute = 120

/** Turns a like round, or makes it what was asked for. The counter follows the row by itself. */
export async function toggleLike(
  { sql, clock }: Context,
  target: LikeTarget,
  userId: string,
  id: string,
  wanted: boolean | undefined,
): Promise<LikeState> {
  const limit = { key: `like:${userId}`, max: togglesPerMinute, windowSeconds: 60 }
  await consume(sql, limit, clock.now())
  return sql.begin(async (tx) => {
    const now = clock.now()
    const ownerId = await lockTarget(tx, target, id)
    const isTaken = wanted !== true && (await deleteLike(tx, target, userId, id))
    const isGiven = wanted !== false && !isTaken && (await insertLike(tx, target, userId, id, now))
    if (ownerId) {
      const subject = { kind: target, id }
      const like = { userId: ownerId, kind: 'like', actorId: userId, subject } as const
      if (isGiven) await notify(tx, like, now)
      if (isTaken) await withdraw(tx, like)
    }
    return getLikeState(tx, target, userId, id)
  })
}
