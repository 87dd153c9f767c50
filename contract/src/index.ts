import { type AnyEndpoint, apiBase } from './endpoint.ts'

export * as api from './api.ts'
export type { Comment } from './comment.ts'
export * from './endpoint.ts'
export * from './envelope.ts'
export type { ErrorCode } from './error-codes.ts'
export { type EventData, type EventName, eventsPath } from './event.ts'
export type { DataExport } from './exports.ts'
export type { FeedEntry } from './feed.ts'
export type { HistoryEntry } from './history.ts'
export { type InsightsReport, type ReportPeriod, reportPeriods } from './insights.ts'
export * from './limits.ts'
export type {
  AuditAction,
  AuditEntry,
  CommentSubject,
  HeldComment,
  Invitation,
  ModerationCase,
  Report,
  SiteSettings,
  StaffMember,
} from './moderation.ts'
export {
  type DigestFrequency,
  digestFrequencies,
  latestNotifications,
  type MutableKind,
  maxUnreadCount,
  mutableKinds,
  type Notification,
  type NotificationKind,
  type NotificationSettings,
} from './notification.ts'
export * from './paging.ts'
export type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from './passkey.ts'
export type { Playlist, PlaylistChoice, PlaylistVideo } from './playlist.ts'
export type { Identity, Provider, ProviderId, ProviderProblem } from './provider.ts'
export * from './rules/accounts.ts'
export { commentRule, commentText } from './rules/comments.ts'
export { mentionedName, mentionPattern, mentionsIn } from './rules/mentions.ts'
export { safeNext } from './rules/next.ts'
export type { PageRoute } from './rules/pages.ts'
export type { ReportKind, ReportReason } from './rules/reports.ts'
export { altTextRule, tweetLength, tweetRule, tweetText } from './rules/tweets.ts'
export { videoDescriptionRule, videoTitleRule } from './rules/videos.ts'
export { type Static, type TSchema, t } from './schema.ts'
export { type LengthFilter, lengthFilters, type UploadedFilter, uploadedFilters } from './search.ts'
export type { Session } from './session.ts'
export type { SignUpMode } from './site.ts'
export type { Bell, SubscribedChannel } from './subscription.ts'
export {
  altFields,
  type Tweet,
  type TweetImageWidth,
  type TweetPicture,
  tweetImageAt,
  tweetImageWidth,
  tweetImageWidths,
  tweetMessages,
} from './tweet.ts'
export { uploadsPath } from './upload.ts'
export { type Channel, type CurrentUser, coverAt, coverWidth, coverWidths, type Owner } from './user.ts'
export {
  type ThumbnailWidth,
  thumbnailAt,
  uploadMessages,
  type Video,
  type VideoProgress,
  type VideoStatus,
  type Visibility,
  visibilities,
} from './video.ts'

/** The address that a server mounts and a client calls. */
export const addressOf = (endpoint: Pick<AnyEndpoint, 'path'>) =>
  endpoint.path.startsWith('/api/') ? endpoint.path : `${apiBase}${endpoint.path}`
