import type { Context } from '../../context.ts'
import { consume } from '../../http/rate-limit.ts'
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
    await lockTarget(tx, target, id)
    if (wanted === true) await insertLike(tx, target, userId, id, clock.now())
    else if (wanted === false) await deleteLike(tx, target, userId, id)
    else if (!(await deleteLike(tx, target, userId, id)))
      await insertLike(tx, target, userId, id, clock.now())
    return getLikeState(tx, target, userId, id)
  })
}
