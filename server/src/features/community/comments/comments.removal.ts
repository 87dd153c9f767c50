import type { Sql } from '../../../db/sql.ts'
import { lockRows } from '../../core/removal/removal.queries.ts'
import { byForeignKey, type Removal } from '../../core/removal/removal.ts'
import { deleteCommentRows, listCommentIds, listSubjectIds } from './comment-removal.queries.ts'

export const commentsRemoval: Removal = {
  withAccount: [
    { keys: ['comments.owner_id'], listComments: (db, id) => listCommentIds(db, 'owner_id', [id]) },
    { keys: ['comments.removed_from'], listComments: (db, id) => listCommentIds(db, 'removed_from', [id]) },
  ],
  withVideo: [
    { keys: ['comments.video_id'], listComments: (db, id) => listCommentIds(db, 'video_id', [id]) },
  ],
  withTweet: [
    { keys: ['comments.tweet_id'], listComments: (db, id) => listCommentIds(db, 'tweet_id', [id]) },
  ],
}

/** Separate, because replies are removed after all other dependants of the comments above them. */
export const repliesRemoval: Removal = {
  withComments: [
    { keys: ['comments.parent_id'], listComments: (db, ids) => listCommentIds(db, 'parent_id', ids) },
    // A reply stays if only the reply that it answers is removed.
    byForeignKey('comments.answers_id'),
  ],
}

/**
 * Deletes comments whose dependants are gone. Locks their videos and tweets first, as every change to comments does.
 */
export async function deleteComments(sql: Sql, ids: string[]): Promise<void> {
  await sql.begin(async (tx) => {
    const { videoIds, tweetIds } = await listSubjectIds(tx, ids)
    await lockRows(tx, 'videos', videoIds)
    await lockRows(tx, 'tweets', tweetIds)
    await deleteCommentRows(tx, ids)
  })
}
