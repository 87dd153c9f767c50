import type { Sql } from '../../../db/sql.ts'
import type { Dependants, Removal } from '../../core/removal/removal.ts'
import { deleteLikesBy, deleteLikesOf, type LikeTarget, listLiked, lockTargets } from './likes.queries.ts'

/** What is liked is locked before its likes are removed, because the counter changes. */
export const likesRemoval: Removal = {
  withAccount: [likesByPerson('video'), likesByPerson('tweet'), likesByPerson('comment')],
  withVideo: [
    { keys: ['video_likes.video_id'], removeBatch: (sql, id) => removeLikesOf(sql, 'video', [id]) },
  ],
  withTweet: [
    { keys: ['tweet_likes.tweet_id'], removeBatch: (sql, id) => removeLikesOf(sql, 'tweet', [id]) },
  ],
  withComments: [
    { keys: ['comment_likes.comment_id'], removeBatch: (sql, ids) => removeLikesOf(sql, 'comment', ids) },
  ],
}

function likesByPerson(target: LikeTarget): Dependants<string> {
  return {
    keys: [`${target}_likes.user_id`],
    removeBatch: (sql, userId) =>
      sql.begin(async (tx) => {
        const liked = await listLiked(tx, target, userId)
        await lockTargets(tx, target, liked)
        await deleteLikesBy(tx, target, userId, liked)
        return liked.length > 0
      }),
  }
}

async function removeLikesOf(sql: Sql, target: LikeTarget, ids: string[]): Promise<boolean> {
  return sql.begin(async (tx) => {
    await lockTargets(tx, target, ids)
    return (await deleteLikesOf(tx, target, ids)) > 0
  })
}
