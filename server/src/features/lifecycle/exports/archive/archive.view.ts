import type { CommentsMode, Notification } from '@vireo/contract'
import { secondsAfter } from '../../../../lib/clock.ts'
import { deviceLifetimeSeconds } from '../../../people/accounts/devices/device-cookie.ts'
import { listCaptions } from '../../../publishing/videos/captions/captions.view.ts'
import type { PersonReference, TweetReference, VideoReference } from './archive.queries.ts'
import type {
  ExportedAccountRow,
  ExportedDeviceRow,
  ExportedReportRow,
  ExportedSessionRow,
  ExportedUploadDraftRow,
  ExportedUploadRow,
} from './archive-account.queries.ts'
import type {
  ExportedChosenVideoRow,
  ExportedCommentLikeRow,
  ExportedEntryRow,
  ExportedHistoryRow,
  ExportedPersonRow,
  ExportedPlaylistRow,
  ExportedTweetLikeRow,
} from './archive-choices.queries.ts'
import { type ArchivedFile, avatarOf, coverOf, tweetImageOf } from './archive-files.ts'
import type { ExportedCommentRow, ExportedTweetRow, ExportedVideoRow } from './archive-posts.queries.ts'

/** What all views of one archive need. Dates become ISO 8601 when they are written as JSON. */
export interface ArchiveLinks {
  site: string
  /** The place of a picture: in the archive, or else on the site. */
  pictureAt: (picture: ArchivedFile) => string
  /** The file of a video in the archive. */
  videoFile: (videoId: string) => string | null
}

/** Stands for something that others have made private or deleted. */
const gone = { isAvailable: false }

const profileLink = (site: string, username: string) => `${site}/profile/${encodeURIComponent(username)}`

function toPerson(site: string, id: string, { username, fullname }: PersonReference) {
  if (username === null) return { _id: id, ...gone }
  return { _id: id, username, fullname, link: profileLink(site, username) }
}

function toVideo(site: string, id: string, row: VideoReference) {
  if (row.title === null) return { _id: id, ...gone }
  const owner = { username: row.owner_username, fullname: row.owner_fullname }
  return { _id: id, title: row.title, owner, link: `${site}/watch/${id}` }
}

function toTweet(site: string, id: string, row: TweetReference) {
  if (row.tweet_content === null) return { _id: id, ...gone }
  const owner = { username: row.tweet_username, fullname: row.tweet_fullname }
  return { _id: id, content: row.tweet_content, owner, link: `${site}/tweet/${id}` }
}

const commentLink = (
  site: string,
  { id, video_id, tweet_id }: { id: string; video_id: string | null; tweet_id: string | null },
) => `${site}/${video_id ? `watch/${video_id}` : `tweet/${tweet_id}`}?comment=${id}`

export const toAccount = (row: ExportedAccountRow, { site, pictureAt }: ArchiveLinks) => ({
  _id: row.id,
  username: row.username,
  fullname: row.fullname,
  email: row.email,
  pendingEmail: row.pending_email,
  bio: row.bio,
  location: row.location,
  role: row.role,
  avatar: row.avatar_folder && pictureAt(avatarOf(row.avatar_folder)),
  coverimage: row.cover_folder && pictureAt(coverOf(row.cover_folder)),
  subscribersCount: row.subscribers_count,
  channelSubscribedToCount: row.subscriptions_count,
  videosCount: row.videos_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  link: profileLink(site, row.username),
})

export const toSession = (row: ExportedSessionRow) => ({
  device: row.user_agent || null,
  signedInAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  notifiedSince: row.push_since,
})

export const toDevice = (row: ExportedDeviceRow) => ({
  lastSignInAt: row.last_used_at,
  rememberedUntil: secondsAfter(row.last_used_at, deviceLifetimeSeconds),
  secondStepSkippedUntil: row.skips_second_step_until,
})

export const toUpload = (row: ExportedUploadRow) => ({ bytes: row.size, keptUntil: row.expires_at })

export const toUploadDraft = (row: ExportedUploadDraftRow) => ({
  title: row.title,
  description: row.description,
  visibility: row.visibility,
  file: row.file_name,
  changedAt: row.updated_at,
})

export const toReport = (row: ExportedReportRow) => ({
  ...subjectOf(row),
  reason: row.reason,
  text: row.text,
  reportedAt: row.created_at,
  isDecided: row.is_decided,
})

function subjectOf({ video_id, tweet_id, comment_id, profile_id }: ExportedReportRow) {
  if (video_id) return { video: video_id }
  if (tweet_id) return { tweet: tweet_id }
  return comment_id ? { comment: comment_id } : { profile: profile_id }
}

export const toNotificationData = (site: string) => (notification: Notification) => ({
  text: notification.message,
  excerpt: notification.excerpt,
  link: notification.link && `${site}${notification.link}`,
  notifiedAt: notification.time,
  isRead: notification.read,
})

export const toSubscription = (site: string) => (row: ExportedPersonRow & { bell: string }) => ({
  channel: toPerson(site, row.id, row),
  bell: row.bell,
  subscribedAt: row.created_at,
})

export const toBlocked = (site: string) => (row: ExportedPersonRow) => ({
  person: toPerson(site, row.id, row),
  blockedAt: row.created_at,
})

export const toSilenced = (site: string) => (row: ExportedPersonRow) => ({
  person: toPerson(site, row.id, row),
  silencedAt: row.created_at,
})

export const toCommentRules = (rules: { comments_mode: CommentsMode; blocked_words: string[] }) => ({
  commentsMode: rules.comments_mode,
  blockedWords: rules.blocked_words,
})

export const toHiddenChannel = (site: string) => (row: ExportedPersonRow) => ({
  channel: toPerson(site, row.id, row),
  hiddenAt: row.created_at,
})

export const toHiddenVideo = (site: string) => (row: ExportedChosenVideoRow) => ({
  video: toVideo(site, row.id, row),
  hiddenAt: row.created_at,
})

export const toVideoLike = (site: string) => (row: ExportedChosenVideoRow) => ({
  video: toVideo(site, row.id, row),
  likedAt: row.created_at,
})

export const toTweetLike = (site: string) => (row: ExportedTweetLikeRow) => ({
  tweet: toTweet(site, row.id, row),
  likedAt: row.created_at,
})

export const toCommentLike = (site: string) => (row: ExportedCommentLikeRow) => ({
  comment:
    row.content === null
      ? { _id: row.id, ...gone }
      : {
          _id: row.id,
          content: row.content,
          owner: { username: row.username, fullname: row.fullname },
          link: commentLink(site, row),
        },
})

export const toHistoryEntry = (site: string) => (row: ExportedHistoryRow) => ({
  video: toVideo(site, row.id, row),
  watchedAt: row.watched_at,
  positionSeconds: Math.round(row.position),
})

export const toVideoData =
  ({ site, videoFile }: ArchiveLinks) =>
  (row: ExportedVideoRow) => ({
    _id: row.id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    commentsMode: row.comments_mode,
    status: row.status,
    durationSeconds: row.duration,
    width: row.width,
    height: row.height,
    captions: listCaptions(row).map(({ language, label }) => ({ language, label })),
    views: row.views,
    likes: row.likes_count,
    comments: row.comments_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    link: `${site}/watch/${row.id}`,
    file: videoFile(row.id),
  })

export const toTweetData =
  ({ site, pictureAt }: ArchiveLinks) =>
  (row: ExportedTweetRow) => ({
    _id: row.id,
    content: row.content,
    image: row.images.map(({ position, alt, width, height }) => ({
      file: pictureAt(tweetImageOf(row, position)),
      description: alt,
      width,
      height,
    })),
    likes: row.likes_count,
    replies: row.comments_count,
    commentsMode: row.comments_mode,
    isEdited: row.is_edited,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    link: `${site}/tweet/${row.id}`,
  })

export const toCommentData = (site: string) => (row: ExportedCommentRow) => ({
  _id: row.id,
  content: row.content,
  ...(row.video_id && { video: toVideo(site, row.video_id, row) }),
  ...(row.tweet_id && { tweet: toTweet(site, row.tweet_id, row) }),
  isReplyTo: row.parent_id,
  likes: row.likes_count,
  isEdited: row.is_edited,
  isWaitingForReview: row.is_held,
  isPinned: row.is_pinned,
  isLovedByCreator: row.is_hearted,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  link: commentLink(site, row),
})

export const toPlaylistData = (site: string, row: ExportedPlaylistRow, entries: ExportedEntryRow[]) => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  visibility: row.visibility,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  link: `${site}/playlist/${row.kind ?? row.id}`,
  videos: entries.map((entry) => ({ ...toVideo(site, entry.id, entry), addedAt: entry.added_at })),
})
