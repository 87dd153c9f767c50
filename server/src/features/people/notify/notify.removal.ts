import type { Sql } from '../../../db/sql.ts'
import { inBatches, type Removal } from '../../core/removal/removal.ts'
import {
  deleteActors,
  deleteNotificationRows,
  listNotificationIds,
  type NotificationKey,
} from './notify.queries.ts'

export const notifyRemoval: Removal = {
  withAccount: [
    inBatches('notification_actors', 'actor_id'),
    { keys: ['notifications.user_id'], removeBatch: (sql, id) => removeNotifications(sql, 'user_id', [id]) },
  ],
  withVideo: [
    {
      keys: ['notifications.video_id'],
      removeBatch: (sql, id) => removeNotifications(sql, 'video_id', [id]),
    },
  ],
  withTweet: [
    {
      keys: ['notifications.tweet_id'],
      removeBatch: (sql, id) => removeNotifications(sql, 'tweet_id', [id]),
    },
  ],
  withComments: [
    {
      keys: ['notifications.comment_id'],
      removeBatch: (sql, ids) => removeNotifications(sql, 'comment_id', ids),
    },
  ],
}

/** Deletes actors first, because a notification of many likes has many actors. */
async function removeNotifications(sql: Sql, column: NotificationKey, ids: string[]): Promise<boolean> {
  return sql.begin(async (tx) => {
    const found = await listNotificationIds(tx, column, ids)
    const areAllDeleted = await deleteActors(tx, found)
    if (areAllDeleted) await deleteNotificationRows(tx, found)
    return found.length > 0
  })
}
