import {
  altFields,
  type api,
  type BodyOf,
  type CommentsMode,
  type DataOf,
  type QueryOf,
  type Tweet,
  tweetMessages,
  tweetText,
} from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import type { Db, Sql, Tx } from '../../../db/sql.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import type { ReceivedFile } from '../../../http/api/multipart.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { badRequest, forbidden, notFound } from '../../../lib/app-error.ts'
import { isId, newId } from '../../../lib/ids.ts'
import { newToken } from '../../../lib/security/tokens.ts'
import { removeFolderJob } from '../../core/files/files.jobs.ts'
import { storeFilesAndCommit } from '../../core/files/files.service.ts'
import { requestPurge } from '../../core/removal/request-purge.ts'
import { lockUserAgainstDeletion } from '../../people/accounts/accounts.queries.ts'
import { assertMayMention } from '../../people/blocks/blocks.service.ts'
import { findDefaultMode } from '../../people/comment-rules/comment-rules.queries.ts'
import { announceToSubscribers, notifyMentioned } from '../../people/notify/notify.service.ts'
import { requestPictureMoves } from '../withdrawn-files/move-pictures.jobs.ts'
import { encodeTweetImages } from './tweet-images.ts'
import { getVisibleTweet } from './tweets.access.ts'
import {
  deleteTweet,
  insertTweet,
  listTweets,
  loadTweets,
  markTweetTakenDown,
  setCommentsMode,
  type TweetListOptions,
  updateTweet,
} from './tweets.queries.ts'
import { toTweet } from './tweets.view.ts'

const tweetsPerMinute = 10

/** Posts a tweet: encodes its images, then stores files, rows and notifications together or not at all. */
export async function postTweet(
  context: Context,
  ownerId: string,
  body: BodyOf<typeof api.tweets.create>,
  files: ReceivedFile[],
  alsoInTransaction: (tx: Db) => Promise<void> = async () => {},
): Promise<string> {
  const { sql, clock } = context
  if (files.length === 0) throw badRequest(tweetMessages.imageRequired, 'image')
  await countAttempt(sql, { key: `tweet:${ownerId}`, max: tweetsPerMinute, windowSeconds: 60 }, clock.now())
  const tweet = {
    id: newId(),
    owner_id: ownerId,
    content: tweetText(body.content),
    folder: `tweets/${newToken()}`,
  }
  await assertMayMention(sql, ownerId, tweet.content)
  const images = await encodeTweetImages(files)
  const rows = images.map(({ width, height, placeholder }, i) => {
    const alt = body[altFields[i] ?? 'alt1']?.trim() ?? ''
    return { position: i + 1, width, height, placeholder, alt }
  })
  const stored = images.flatMap(({ encoded }, i) =>
    encoded.map((image) => ({ ...image, name: `${i + 1}/${image.name}.webp` })),
  )
  await storeFilesAndCommit(context, tweet.folder, stored, async (tx) => {
    await lockUserAgainstDeletion(tx, ownerId)
    const comments_mode = await findDefaultMode(tx, ownerId)
    await insertTweet(tx, { ...tweet, comments_mode }, rows, clock.now())
    await notifyMentionedIn(tx, tweet, clock.now())
    await announceToSubscribers(tx, 'tweet', tweet.id)
    await alsoInTransaction(tx)
  })
  return tweet.id
}

export async function changeTweet(
  { sql, clock }: Context,
  id: string,
  ownerId: string,
  content: string,
): Promise<void> {
  await assertOwner(sql, id, ownerId, 'Only its author can change a tweet')
  await assertMayMention(sql, ownerId, content)
  const tweet = { id, owner_id: ownerId, content: tweetText(content) }
  await sql.begin(async (tx) => {
    await updateTweet(tx, id, tweet.content, clock.now())
    await notifyMentionedIn(tx, tweet, clock.now())
  })
}

const notifyMentionedIn = (
  tx: Tx,
  { id, owner_id, content }: { id: string; owner_id: string; content: string },
  now: Date,
) => notifyMentioned(tx, { actorId: owner_id, subject: { kind: 'tweet', id }, text: content }, now)

export async function changeCommentsMode(
  { sql }: Context,
  id: string,
  ownerId: string,
  mode: CommentsMode,
): Promise<void> {
  await assertOwner(sql, id, ownerId, 'Only its author can change a tweet')
  await setCommentsMode(sql, id, mode)
}

export async function removeTweet({ sql }: Context, id: string, ownerId: string): Promise<void> {
  await assertOwner(sql, id, ownerId, 'Only its author can delete a tweet')
  await sql.begin(async (tx) => {
    const folder = await deleteTweet(tx, id)
    if (!folder) throw notFound('tweet.not-found', 'Tweet not found')
    await enqueue(tx, removeFolderJob, { folder })
    await requestPurge(tx)
  })
}

/** Finds tweets by words. The program hands it in, because search is a feature of a later group. */
export type FindTweets = (
  ip: string,
  search: TweetListOptions & { text: string },
) => Promise<{ ids: string[]; nextCursor: string | null }>

/** A page of the list of tweets, or of those that match if words are given. */
export async function loadTweetPage(
  sql: Sql,
  findTweets: FindTweets,
  query: QueryOf<typeof api.tweets.list>,
  { viewerId, ip }: { viewerId: string | undefined; ip: string },
): Promise<DataOf<typeof api.tweets.list>> {
  const { userId: ownerId, limit, cursor, sortBy = 'createdAt', sortType = 'desc' } = query
  if (ownerId !== undefined && !isId(ownerId)) return { docs: [], nextCursor: null }
  const text = query.query?.trim()
  const page = { limit: limitOf(limit), cursor: decodeCursor(cursor) }
  const options = { sortBy, sortType, ownerId, viewerId, ...page }
  if (text) {
    const { ids, nextCursor } = await findTweets(ip, { text, ...options })
    return { docs: await listTweetsById(sql, ids, viewerId), nextCursor }
  }
  const { rows, nextCursor } = await listTweets(sql, options)
  return { docs: rows.map(toTweet), nextCursor }
}

/** For features that list tweets in an order of their own. */
export const listTweetsById = async (db: Db, ids: string[], viewerId: string | undefined): Promise<Tweet[]> =>
  (await loadTweets(db, ids, viewerId)).map(toTweet)

async function assertOwner(db: Db, id: string, ownerId: string, message: string): Promise<void> {
  if ((await getVisibleTweet(db, id, ownerId)).ownerId !== ownerId)
    throw forbidden('tweet.not-owner', message)
}

/** Hides a tweet and its pictures until it is restored or purged. Returns false if it does not exist. */
export async function takeDownTweet(tx: Tx, id: string, now: Date): Promise<boolean> {
  const folder = await markTweetTakenDown(tx, id, now)
  if (!folder) return false
  // Otherwise a bucket or a CDN would still serve the pictures.
  await requestPictureMoves(tx, [folder])
  return true
}
