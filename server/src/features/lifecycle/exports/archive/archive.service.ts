import { Readable } from 'node:stream'
import { siteUrl } from '../../../../context/config.ts'
import type { Context } from '../../../../context/context.ts'
import type { Sql } from '../../../../db/sql.ts'
import { type AddEntry, writeZip } from '../../../../lib/files/zip.ts'
import { listPersonalAfter } from '../../../inbox/notifications/notifications.service.ts'
import { getCommentRules } from '../../../people/comment-rules/comment-rules.queries.ts'
import { batchSize, estimateLists, inBatches, type Read } from './archive.queries.ts'
import {
  type ArchiveLinks,
  toAccount,
  toBlocked,
  toCommentData,
  toCommentLike,
  toCommentRules,
  toDevice,
  toHiddenChannel,
  toHiddenVideo,
  toHistoryEntry,
  toNotificationData,
  toPlaylistData,
  toReport,
  toSession,
  toSilenced,
  toSubscription,
  toTweetData,
  toTweetLike,
  toUpload,
  toUploadDraft,
  toVideoData,
  toVideoLike,
} from './archive.view.ts'
import {
  type ExportedAccountRow,
  findNotificationSettings,
  getAccount,
  listDevices,
  listIdentities,
  listPasskeys,
  listUploadDrafts,
  listUploads,
  readReports,
  readSessions,
} from './archive-account.queries.ts'
import {
  type ExportedEntryRow,
  listPlaylists,
  readBlocked,
  readCommentLikes,
  readEntries,
  readHiddenChannels,
  readHiddenVideos,
  readHistory,
  readSilenced,
  readSubscriptions,
  readTweetLikes,
  readVideoLikes,
} from './archive-choices.queries.ts'
import { listFiles, measure, openFile } from './archive-files.ts'
import { readComments, readTweets, readVideos } from './archive-posts.queries.ts'
import { writeReadme } from './readme.ts'
import { type Batches, writeJson } from './stream-json.ts'

interface Order {
  userId: string
  withFiles: boolean
}

interface Work {
  path: string
  signal: AbortSignal
  /** Throws if the archive is no longer wanted. Called before each of its files. */
  assertNotCancelled: () => Promise<void>
}

/** At least as many bytes as the archive will take. */
export async function estimateArchive(
  { sql, storage }: Context,
  { userId, withFiles }: Order,
  assertNotCancelled: Work['assertNotCancelled'],
): Promise<number> {
  let bytes = await estimateLists(sql, userId)
  if (!withFiles) return bytes
  for await (const file of listFiles(sql, await getAccount(sql, userId))) {
    await assertNotCancelled()
    // The size of the file, and of its entry in the list of files.
    bytes += 1000 + (await measure(storage, file))
  }
  return bytes
}

/**
 * Files come first, because the lists and the README say which of them were found. Only the names of the files, one
 * batch of a list and the entries of one playlist are held in memory.
 */
export async function writeArchive(
  context: Context,
  { userId, withFiles }: Order,
  { path, signal, assertNotCancelled }: Work,
): Promise<void> {
  const { sql, clock, config } = context
  const site = siteUrl(config)
  const madeAt = clock.now()
  const account = await getAccount(sql, userId)
  await writeZip(path, signal, async (add) => {
    const addText = async (name: string, text: AsyncIterable<string> | Iterable<string>) => {
      await assertNotCancelled()
      // Buffers a single piece, because each is a whole batch.
      const source = Readable.from(text, { highWaterMark: 1 })
      await add({ name, source, compress: true, modifiedAt: madeAt })
    }
    const { videoFiles, missing } = withFiles
      ? await addFiles(context, account, assertNotCancelled, add)
      : { videoFiles: new Map<string, string>(), missing: [] }
    const links: ArchiveLinks = {
      site,
      pictureAt: ({ name, key }) => (withFiles ? name : `${site}/media/${key}`),
      videoFile: (videoId) => videoFiles.get(videoId) ?? null,
    }
    const lists = {
      ...listContents(context, userId, links),
      'profile.json': await profile(context, account, links),
    }
    for (const [name, contents] of Object.entries(lists)) await addText(name, writeJson(contents))
    await addText('README.txt', [writeReadme({ account, site, madeAt, withFiles, missing })])
  })
}

async function addFiles(
  { sql, storage, clock }: Context,
  account: ExportedAccountRow,
  assertNotCancelled: Work['assertNotCancelled'],
  add: AddEntry,
): Promise<{ videoFiles: Map<string, string>; missing: string[] }> {
  const videoFiles = new Map<string, string>()
  const missing: string[] = []
  const modifiedAt = clock.now()
  for await (const wanted of listFiles(sql, account)) {
    // Checked before the file is opened, because only `add` closes an open file.
    await assertNotCancelled()
    const file = await openFile(storage, wanted)
    if (!file) {
      missing.push(...wanted.choices.slice(0, 1).map(({ name }) => name))
      continue
    }
    if (wanted.videoId) videoFiles.set(wanted.videoId, file.name)
    await add({ ...file, compress: false, modifiedAt })
  }
  return { videoFiles, missing }
}

async function* mapped<Row>(read: Read<Row>, view: (row: Row) => unknown): Batches {
  for await (const rows of inBatches(read)) yield rows.map(view)
}

function listContents(context: Context, userId: string, links: ArchiveLinks) {
  const { sql } = context
  const { site } = links
  return {
    'videos.json': mapped(readVideos(sql, userId), toVideoData(links)),
    'tweets.json': mapped(readTweets(sql, userId), toTweetData(links)),
    'comments.json': mapped(readComments(sql, userId), toCommentData(site)),
    'likes.json': {
      videos: mapped(readVideoLikes(sql, userId), toVideoLike(site)),
      tweets: mapped(readTweetLikes(sql, userId), toTweetLike(site)),
      comments: mapped(readCommentLikes(sql, userId), toCommentLike(site)),
    },
    'watch-history.json': mapped(readHistory(sql, userId), toHistoryEntry(site)),
    'playlists.json': playlists(sql, userId, site),
    'reports.json': mapped(readReports(sql, userId), toReport),
    'notifications.json': mapped(
      (after) => listPersonalAfter(context, userId, batchSize, after),
      toNotificationData(site),
    ),
  }
}

async function* playlists(sql: Sql, userId: string, site: string): Batches {
  for (const playlist of await listPlaylists(sql, userId)) {
    const entries: ExportedEntryRow[] = []
    for await (const rows of inBatches(readEntries(sql, userId, playlist.id))) entries.push(...rows)
    yield [toPlaylistData(site, playlist, entries)]
  }
}

async function profile({ sql, clock }: Context, account: ExportedAccountRow, links: ArchiveLinks) {
  const { id: userId } = account
  const { site } = links
  return {
    account: toAccount(account, links),
    settings: {
      notifications: (await findNotificationSettings(sql, userId)) ?? { mutedKinds: [], digest: 'off' },
      isHistoryPaused: account.is_history_paused,
      comments: toCommentRules(await getCommentRules(sql, userId)),
    },
    signIn: {
      hasPassword: account.has_password,
      twoStepSince: account.two_step_since,
      providers: await listIdentities(sql, userId),
      passkeys: await listPasskeys(sql, userId),
    },
    sessions: mapped(readSessions(sql, userId, clock.now()), toSession),
    devices: (await listDevices(sql, userId)).map(toDevice),
    unfinishedUploads: (await listUploads(sql, userId, clock.now())).map(toUpload),
    videoDrafts: (await listUploadDrafts(sql, userId)).map(toUploadDraft),
    subscriptions: mapped(readSubscriptions(sql, userId), toSubscription(site)),
    blockedPeople: mapped(readBlocked(sql, userId), toBlocked(site)),
    silencedPeople: mapped(readSilenced(sql, userId), toSilenced(site)),
    hiddenVideos: mapped(readHiddenVideos(sql, userId), toHiddenVideo(site)),
    hiddenChannels: mapped(readHiddenChannels(sql, userId), toHiddenChannel(site)),
  }
}
