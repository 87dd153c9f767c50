import { removeFolders } from '../../core/files/files.service.ts'
import { byForeignKey, type Removal } from '../../core/removal/removal.ts'
import { detachTweets, findDeletedTweet } from './tweets.queries.ts'

export const tweetsRemoval: Removal = {
  marked: { table: 'tweets', dependants: 'withTweet', find: findDeletedTweet },
  detachFromAccount: [
    {
      keys: ['tweets.owner_id', 'tweets.removed_from'],
      removeBatch: (sql, ownerId) =>
        sql.begin(async (tx) => {
          const folders = await detachTweets(tx, ownerId)
          await removeFolders(tx, folders)
          return folders.length > 0
        }),
    },
  ],
  withTweet: [byForeignKey('tweet_images.tweet_id')],
}
