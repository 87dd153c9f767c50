import type { SubjectKind } from '@vireo/contract'
import type { Sql } from '../../../db/sql.ts'
import type { Dependants, Removal } from '../../core/removal/removal.ts'
import { deleteLikesBy, deleteLikesOf, listLiked, lockLikesCounts } from './likes.queries.ts'

/** Subjects are locked before their likes are removed, because the counter changes. */
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

function likesByPerson(kind: SubjectKind): Dependants<string> {
  return {
    keys: [`${kind}_likes.user_id`],
    removeBatch: (sql, userId) =>
      sql.begin(async (tx) => {
        const liked = await listLiked(tx, kind, userId)
        await lockLikesCounts(tx, kind, liked)
        await deleteLikesBy(tx, kind, userId, liked)
        return liked.length > 0
      }),
  }
}

async function removeLikesOf(sql: Sql, kind: SubjectKind, ids: string[]): Promise<boolean> {
  return sql.begin(async (tx) => {
    await lockLikesCounts(tx, kind, ids)
    return (await deleteLikesOf(tx, kind, ids)) > 0
  })
}
