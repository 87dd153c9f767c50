import type { Context } from '../../context.ts'
import { getTweetOwner } from './tweets.queries.ts'

/** For features that point at tweets: the id of one that is there, and whose it is. */
export async function getExistingTweet({ sql }: Pick<Context, 'sql'>, id: string) {
  return { tweetId: id, ownerId: await getTweetOwner(sql, id) }
}
