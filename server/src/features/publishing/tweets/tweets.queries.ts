import type { CommentsMode } from '@vireo/contract'
import { type Page, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { batchSize, isDeleted } from '../../core/removal/removal.queries.ts'
import type { MarkedRow } from '../../core/removal/removal.ts'
import { countBlockedComments } from '../../people/blocks/blocks.access.ts'
import { afterCursor, createCursorOf, inOrder, type TweetOrder } from './tweet-order.fragments.ts'
import { isTweetShown } from './tweets.access.ts'

interface TweetImageRow {
  position: number
  width: number
  height: number
  alt: string
  placeholder: string
}

interface TweetRow {
  id: string
  owner_id: string
  content: string
  folder: string
  likes_count: number
  comments_count: number
  comments_mode: CommentsMode
  is_edited: boolean
  created_at: Date
  updated_at: Date
}

export interface ShownTweetRow extends TweetRow {
  username: string
  fullname: string
  avatar_folder: string | null
  is_liked: boolean
  images: TweetImageRow[]
}

/** Everything that a card shows, with the viewer's own state: the select list and the joins. */
const withOwner = (db: Db, viewerId: string | undefined) => db`
  t.id, t.owner_id, t.content, t.folder, t.likes_count, t.is_edited, t.created_at, t.updated_at, t.comments_mode,
  t.comments_count - ${countBlockedComments(db, viewerId, 'tweet_id', 't.id')} as comments_count,
  u.username, u.fullname, u.avatar_folder,
  exists (select from tweet_likes l where l.user_id = ${viewerId ?? null} and l.tweet_id = t.id) as is_liked,
  coalesce((
    select json_agg(json_build_object(
      'position', i.position, 'width', i.width, 'height', i.height, 'alt', i.alt, 'placeholder', i.placeholder)
      order by i.position)
    from tweet_images i where i.tweet_id = t.id), '[]') as images
  from tweets t join users u on u.id = t.owner_id and ${isTweetShown(db, viewerId)}`

export async function getTweet(db: Db, id: string, viewerId: string | undefined): Promise<ShownTweetRow> {
  const [row] = isId(id)
    ? await db<ShownTweetRow[]>`select ${withOwner(db, viewerId)} where t.id = ${id}`
    : []
  if (!row) throw notFound('tweet.not-found', 'Tweet not found')
  return row
}

/** Tweets by their ids, in that order, except those that the viewer may not see. */
export async function loadTweets(
  db: Db,
  ids: string[],
  viewerId: string | undefined,
): Promise<ShownTweetRow[]> {
  if (ids.length === 0) return []
  const rows = await db<ShownTweetRow[]>`select ${withOwner(db, viewerId)} where t.id = any(${ids}::uuid[])`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export interface TweetListOptions extends TweetOrder {
  ownerId?: string | undefined
  viewerId: string | undefined
  limit: number
}

export async function listTweets(db: Db, options: TweetListOptions): Promise<Page<ShownTweetRow>> {
  const { ownerId, viewerId, limit } = options
  const rows = await db<ShownTweetRow[]>`
    select ${withOwner(db, viewerId)}
    where true ${ownerId ? db`and t.owner_id = ${ownerId}` : db``} ${afterCursor(db, options)}
    order by ${inOrder(db, options)}
    limit ${limit + 1}`
  return toPage(rows, limit, createCursorOf(options), lettersOf)
}

/** The letters of a tweet on a page: the same as `lettersOf`, for a list of ids. */
export const countLetters = (db: Db) => db`
  length(t.content) + (select coalesce(sum(length(i.alt)), 0)::int from tweet_images i where i.tweet_id = t.id)`

const lettersOf = ({ content, images }: ShownTweetRow) =>
  images.reduce((sum, { alt }) => sum + alt.length, content.length)

interface NewTweet {
  id: string
  owner_id: string
  content: string
  folder: string
  comments_mode?: CommentsMode
}

export async function insertTweet(
  db: Db,
  tweet: NewTweet,
  images: TweetImageRow[],
  now: Date,
): Promise<void> {
  await db`insert into tweets ${db({ ...tweet, created_at: now, updated_at: now })}`
  await db`insert into tweet_images ${db(images.map((image) => ({ tweet_id: tweet.id, ...image })))}`
}

export async function updateTweet(db: Db, id: string, content: string, now: Date): Promise<void> {
  await db`update tweets set content = ${content}, is_edited = true, updated_at = ${now} where id = ${id}`
}

export async function setCommentsMode(db: Db, id: string, mode: CommentsMode): Promise<void> {
  await db`update tweets set comments_mode = ${mode} where id = ${id}`
}

/**
 * Hides the tweet; the next purge removes its row and dependants. Returns the folder of its files, unless it was
 * deleted already.
 */
export async function deleteTweet(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db<{ folder: string }[]>`
    update tweets set owner_id = null where id = ${id} and owner_id is not null returning folder`
  return row?.folder
}

/** Hides a tweet until it is restored or purged. Returns the folder of its files, or undefined if it does not exist. */
export async function markTweetTakenDown(db: Db, id: string, now: Date): Promise<string | undefined> {
  const [row] = await db<{ folder: string }[]>`
    update tweets set removed_at = ${now}, removed_from = owner_id, owner_id = null
    where id = ${id} and owner_id is not null returning folder`
  return row?.folder
}

/** Returns false if the tweet was not taken down. */
export async function restoreTweet(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    update tweets set owner_id = removed_from, removed_at = null, removed_from = null
    where id = ${id} and removed_at is not null returning 1`
  return rows.length > 0
}

export async function findDeletedTweet(db: Db, takenDownBefore: Date): Promise<MarkedRow | undefined> {
  const [row] = await db<{ id: string; removed_at: Date | null; folder: string }[]>`
    select id, removed_at, folder from tweets
    where id in (${isDeleted(db, 'tweets', takenDownBefore)}) limit 1`
  return row && { id: row.id, folders: row.removed_at ? [row.folder] : [] }
}

/** Detaches a batch of tweets from their owner; returns the folders of their files. */
export async function detachTweets(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from tweets where owner_id = ${ownerId} or removed_from = ${ownerId}
    order by id limit ${batchSize} for update`
  const tweets = await db<{ folder: string }[]>`
    update tweets set owner_id = null, removed_at = null, removed_from = null
    where id = any(${rows.map((row) => row.id)}) returning folder`
  return tweets.map((row) => row.folder)
}
