import type { Db } from '../../db/sql.ts'

/** Adds their stems to documents that were made before there were any. Returns how many it changed. */
export async function addStemsToVideos(db: Db, most: number): Promise<number> {
  const { count } = await db`
    update search_documents d set has_stems = true,
      document = d.document || search_stems_vector(search_words(v.title || ' ' || v.description))
    from (select video_id from search_documents where not has_stems limit ${most} for update skip locked) as due
    join videos v on v.id = due.video_id
    where d.video_id = due.video_id`
  return count
}

export async function addStemsToTweets(db: Db, most: number): Promise<number> {
  const { count } = await db`
    update search_tweets d set has_stems = true,
      document = d.document || search_stems_vector(search_words(t.content))
    from (select tweet_id from search_tweets where not has_stems limit ${most} for update skip locked) as due
    join tweets t on t.id = due.tweet_id
    where d.tweet_id = due.tweet_id`
  return count
}
