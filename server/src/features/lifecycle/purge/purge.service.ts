import { limits } from '@vireo/contract'
import type { Sql } from '../../../db/sql.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { removeExport } from '../../core/files/export-files.service.ts'
import { removeFolders } from '../../core/files/files.service.ts'
import { notifyAll } from '../../people/notify/notify.service.ts'
import {
  type CaseColumn,
  type DeletedPost,
  deleteComments,
  deleteLikesBy,
  deleteLikesOf,
  deleteNotifications,
  deletePlainRows,
  deleteReportsBy,
  deleteReportsOf,
  deleteRow,
  deleteSubscriptions,
  detachFrom,
  detachPlaylists,
  findDeletedPlaylist,
  findDeletedTweet,
  findDeletedUser,
  findDeletedVideo,
  likeTables,
  listCommentIds,
  listDeletedComments,
} from './purge.queries.ts'

/**
 * Removes everything that is marked as deleted, with all dependants. Yields after every batch; each batch is a
 * transaction of its own and the rows show what is left, so an interrupted purge can simply start again.
 */
export async function* purge(sql: Sql, now: Date): AsyncGenerator<void> {
  const removedBefore = secondsAfter(now, -limits.reversibleSeconds - clockMarginSeconds)
  for (let id = await findDeletedUser(sql); id; id = await findDeletedUser(sql)) {
    yield* detachAll(sql, id)
    yield* removeDetached(sql, removedBefore, now)
    yield* removeUser(sql, id, now)
  }
  yield* removeDetached(sql, removedBefore, now)
  yield* removeComments(sql, now, () => listDeletedComments(sql, removedBefore))
}

/** What can still be restored is left alone, even by a process whose clock is ahead. */
const clockMarginSeconds = 3600

async function* removeDetached(sql: Sql, removedBefore: Date, now: Date): AsyncGenerator<void> {
  for (;;) {
    const video = await findDeletedVideo(sql, removedBefore)
    if (!video) break
    yield* purgeVideo(sql, video, now)
  }
  for (;;) {
    const tweet = await findDeletedTweet(sql, removedBefore)
    if (!tweet) break
    yield* removeTweet(sql, tweet, now)
  }
  for (;;) {
    const playlistId = await findDeletedPlaylist(sql)
    if (!playlistId) break
    yield* removePlaylist(sql, playlistId)
  }
}

/** The row goes last, with the jobs that remove its files. */
async function finish(sql: Sql, kind: 'videos' | 'tweets', { id, folders }: DeletedPost): Promise<void> {
  await sql.begin(async (tx) => {
    await removeFolders(tx, folders)
    await deleteRow(tx, kind, id)
  })
}

async function* repeat(removeBatch: () => Promise<boolean>): AsyncGenerator<void> {
  while (await removeBatch()) yield
}

async function* detachAll(sql: Sql, ownerId: string): AsyncGenerator<void> {
  for (const kind of ['videos', 'tweets'] as const)
    yield* repeat(() =>
      sql.begin(async (tx) => {
        const folders = await detachFrom(tx, kind, ownerId)
        await removeFolders(tx, folders)
        return folders.length > 0
      }),
    )
  await detachPlaylists(sql, ownerId)
  await sql.begin((tx) => removeExport(tx, ownerId))
}

const [videoLikes, tweetLikes, commentLikes] = likeTables

async function* purgeVideo(sql: Sql, video: DeletedPost, now: Date): AsyncGenerator<void> {
  const { id } = video
  yield* removeComments(sql, now, () => listCommentIds(sql, 'video_id', [id]))
  yield* repeat(() => deleteLikesOf(sql, videoLikes, [id]))
  yield* repeat(() => deleteNotifications(sql, 'video_id', [id]))
  for (const table of ['watch_history', 'video_views', 'video_days', 'hidden_videos', 'playlist_entries'])
    yield* repeat(() => deletePlainRows(sql, table, 'video_id', [id]))
  yield* removeReports(sql, 'video_id', [id], now)
  await finish(sql, 'videos', video)
  yield
}

async function* removeTweet(sql: Sql, tweet: DeletedPost, now: Date): AsyncGenerator<void> {
  const { id } = tweet
  yield* removeComments(sql, now, () => listCommentIds(sql, 'tweet_id', [id]))
  yield* repeat(() => deleteLikesOf(sql, tweetLikes, [id]))
  yield* repeat(() => deleteNotifications(sql, 'tweet_id', [id]))
  yield* removeReports(sql, 'tweet_id', [id], now)
  await finish(sql, 'tweets', tweet)
  yield
}

async function* removePlaylist(sql: Sql, id: string): AsyncGenerator<void> {
  yield* repeat(() => deletePlainRows(sql, 'playlist_entries', 'playlist_id', [id]))
  await deleteRow(sql, 'playlists', id)
  yield
}

/** `owner_id` is used when nothing of an account is left but the reports about its profile. */
const reasons = {
  video_id: 'closed your report about a video, because its author deleted it',
  tweet_id: 'closed your report about a tweet, because its author deleted it',
  comment_id: 'closed your report about a comment, because it was deleted',
  owner_id: 'closed your report about a profile, because the account was deleted',
} as const

/** Nobody will decide about these reports any more. */
async function* removeReports(sql: Sql, column: CaseColumn, ids: string[], now: Date): AsyncGenerator<void> {
  yield* repeat(() =>
    deleteReportsOf(sql, column, ids, (tx, reporterIds) => notifyAll(tx, reporterIds, reasons[column], now)),
  )
}

/** Deletes their likes, reports and replies first, because there may be very many. */
async function* removeComments(sql: Sql, now: Date, list: () => Promise<string[]>): AsyncGenerator<void> {
  for (let ids = await list(); ids.length > 0; ids = await list()) {
    const batch = ids
    yield* repeat(() => deleteLikesOf(sql, commentLikes, batch))
    yield* repeat(() => deleteNotifications(sql, 'comment_id', batch))
    yield* removeReports(sql, 'comment_id', batch, now)
    yield* removeComments(sql, now, () => listCommentIds(sql, 'parent_id', batch))
    await deleteComments(sql, batch)
    yield
  }
}

/** Tables with lists that a person keeps or is in. */
const personal = [
  ['blocks', 'blocker_id'],
  ['blocks', 'blocked_id'],
  ['hidden_videos', 'user_id'],
  ['hidden_channels', 'user_id'],
  ['hidden_channels', 'channel_id'],
] as const

async function* removeUser(sql: Sql, id: string, now: Date): AsyncGenerator<void> {
  for (const column of ['owner_id', 'removed_from'] as const)
    yield* removeComments(sql, now, () => listCommentIds(sql, column, [id]))
  for (const table of likeTables) yield* repeat(() => deleteLikesBy(sql, table, id))
  for (const side of ['subscriber_id', 'channel_id'] as const)
    yield* repeat(() => deleteSubscriptions(sql, side, id))
  yield* repeat(() => deletePlainRows(sql, 'notification_actors', 'actor_id', [id]))
  yield* repeat(() => deleteNotifications(sql, 'user_id', [id]))
  yield* repeat(() => deletePlainRows(sql, 'notification_reads', 'user_id', [id]))
  yield* repeat(() => deletePlainRows(sql, 'watch_history', 'user_id', [id]))
  yield* repeat(() => deleteReportsBy(sql, id))
  yield* removeReports(sql, 'owner_id', [id], now)
  for (const [table, column] of personal) yield* repeat(() => deletePlainRows(sql, table, column, [id]))
  await deleteRow(sql, 'users', id)
  yield
}
