import type { Context } from '../context.ts'
import { toggleLike } from '../features/likes/likes.service.ts'
import { findSampleUser } from './seed.queries.ts'

/** Lets sample people like something, those of them who have not left. */
export async function likeAs(
  context: Context,
  usernames: readonly string[],
  target: 'video' | 'tweet' | 'comment',
  id: string,
): Promise<void> {
  for (const username of usernames) {
    const userId = await findSampleUser(context.sql, username)
    if (userId) await toggleLike(context, target, userId, id, true)
  }
}
