import { type Page, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'
import { afterCursor, createCursorOf, inOrder } from '../../publishing/tweets/tweet-order.fragments.ts'
import { isTweetShown } from '../../publishing/tweets/tweets.access.ts'
import { countLetters, type TweetListOptions } from '../../publishing/tweets/tweets.queries.ts'

interface TweetQuery extends TweetListOptions {
  /** A tsquery. */
  query: string
}

interface TweetMatch {
  id: string
  likes_count: number
  created_at: Date
  letters: number
}

/** Up to this many matches are read and sorted. */
const maxSorted = 2000

/**
 * The tweets that match and that the viewer may see. Rare words are found by their index and sorted. If there are more
 * matches, walking along the index of the order finds them soon; the tweets of one person are few enough for that too.
 */
export async function findTweets(db: Db, search: TweetQuery): Promise<Page<TweetMatch>> {
  const { query, ownerId, viewerId, limit } = search
  const found = ownerId
    ? undefined
    : await db<{ tweet_id: string }[]>`
        select tweet_id from search_tweets where document @@ ${query}::tsquery limit ${maxSorted + 1}`
  const isRare = found && found.length <= maxSorted
  // offset 0 prevents the planner from walking for rare words, and from collecting all matches of common ones.
  const tweets = isRare
    ? db`(select * from tweets where id = any(${found.map((row) => row.tweet_id)}) offset 0)`
    : db`tweets`
  const isMatch = isRare
    ? db`true`
    : db`(select d.document @@ ${query}::tsquery from search_tweets d where d.tweet_id = t.id offset 0)`
  const rows = await db<TweetMatch[]>`
    select t.id, t.likes_count, t.created_at, ${countLetters(db)} as letters
    from ${tweets} t join users u on u.id = t.owner_id and ${isTweetShown(db, viewerId)}
    where ${isMatch} ${ownerId ? db`and t.owner_id = ${ownerId}` : db``} ${afterCursor(db, search)}
    order by ${inOrder(db, search)}
    limit ${limit + 1}`
  return toPage(rows, limit, createCursorOf(search), ({ letters }) => letters)
}
