import type { Db } from '../../../../db/sql.ts'

/** Documents without the stems of languages in use: older than stems, or in a language unknown when indexed. */
const lacksStems = (db: Db) =>
  db`stem_count < (select count(*) from search_languages where is_used or code = 'en')`

/** Adds stems to some documents that lack them. Returns the number of changed documents. */
export async function addStemsToVideos(db: Db, limit: number): Promise<number> {
  const { count } = await db`
    update search_documents d set stem_count = search_stem_count(words),
      document = d.document || search_stems_vector(words)
    from (select video_id from search_documents where ${lacksStems(db)} limit ${limit} for update skip locked) as due
    join videos v on v.id = due.video_id
    cross join lateral (select search_words(v.title || ' ' || v.description) as words offset 0) as w
    where d.video_id = due.video_id`
  return count
}

/** Adds the mark of its title to some documents that were indexed before there were marks. */
export async function addTitleMarks(db: Db, limit: number): Promise<number> {
  const { count } = await db`
    update search_documents d set has_title_mark = true,
      document = d.document || (search_title_mark(v.title) || ':1')::tsvector
    from (select video_id from search_documents where not has_title_mark limit ${limit} for update skip locked) as due
    join videos v on v.id = due.video_id
    where d.video_id = due.video_id`
  return count
}

export async function addStemsToTweets(db: Db, limit: number): Promise<number> {
  const { count } = await db`
    update search_tweets d set stem_count = search_stem_count(words),
      document = d.document || search_stems_vector(words)
    from (select tweet_id from search_tweets where ${lacksStems(db)} limit ${limit} for update skip locked) as due
    join tweets t on t.id = due.tweet_id
    cross join lateral (select search_words(t.content) as words offset 0) as w
    where d.tweet_id = due.tweet_id`
  return count
}
