import type { NotificationSettings, ReportReason, Role } from '@vireo/contract'
import type { Db } from '../../../../db/sql.ts'
import { afterId, batchSize, type Read } from './archive.queries.ts'

export interface ExportedAccountRow {
  id: string
  username: string
  fullname: string
  email: string
  pending_email: string | null
  bio: string
  location: string
  role: Role
  avatar_folder: string | null
  cover_folder: string | null
  has_password: boolean
  two_step_since: Date | null
  is_history_paused: boolean
  subscribers_count: number
  subscriptions_count: number
  videos_count: number
  created_at: Date
  updated_at: Date
}

export async function getAccount(db: Db, userId: string): Promise<ExportedAccountRow> {
  const [row] = await db<ExportedAccountRow[]>`
    select u.id, username, fullname, email, pending_email, bio, location, role, avatar_folder, cover_folder,
      password_hash is not null as has_password, t.enabled_at as two_step_since, is_history_paused,
      subscribers_count, subscriptions_count, videos_count, created_at, updated_at
    from users u left join two_step t on t.user_id = u.id where u.id = ${userId}`
  if (!row) throw new Error('The account does not exist')
  return row
}

/** Undefined if the person has never changed them. */
export async function findNotificationSettings(
  db: Db,
  userId: string,
): Promise<NotificationSettings | undefined> {
  const [row] = await db<NotificationSettings[]>`
    select muted_kinds as "mutedKinds", digest from notification_settings where user_id = ${userId}`
  return row
}

interface Used {
  createdAt: Date
  lastUsedAt: Date | null
}

export const listIdentities = (db: Db, userId: string) => db<
  (Used & { provider: string; account: string })[]
>`
  select provider, label as account, created_at as "createdAt", last_used_at as "lastUsedAt"
  from identities where user_id = ${userId} order by created_at`

export const listPasskeys = (db: Db, userId: string) => db<(Used & { name: string })[]>`
  select name, created_at as "createdAt", last_used_at as "lastUsedAt"
  from passkeys where user_id = ${userId} order by created_at`

export interface ExportedSessionRow {
  id: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  push_since: Date | null
}

export const readSessions =
  (db: Db, userId: string, now: Date): Read<ExportedSessionRow> =>
  (after) =>
    db<ExportedSessionRow[]>`
    select s.id, s.user_agent, s.created_at, s.last_seen_at, p.created_at as push_since
    from sessions s left join push_devices p on p.session_id = s.id
    where s.user_id = ${userId} and s.expires_at > ${now} ${afterId(db, db`s.id`, after)}
    order by s.id limit ${batchSize}`

export interface ExportedDeviceRow {
  last_used_at: Date
  skips_second_step_until: Date | null
}

/** Not in batches: an account has few devices. */
export const listDevices = (db: Db, userId: string) => db<ExportedDeviceRow[]>`
  select last_used_at, skips_second_step_until from known_devices
  where user_id = ${userId} order by last_used_at`

export interface ExportedUploadRow {
  size: number
  expires_at: Date
}

/** Not in batches: a person may have few uploads at a time. */
export const listUploads = (db: Db, userId: string, now: Date) => db<ExportedUploadRow[]>`
  select size::float8 as size, expires_at from uploads
  where user_id = ${userId} and expires_at > ${now} order by expires_at`

export interface ExportedUploadDraftRow {
  title: string
  description: string
  visibility: string
  file_name: string | null
  updated_at: Date
}

/** Not in batches: a person may have few drafts. */
export const listUploadDrafts = (db: Db, userId: string) => db<ExportedUploadDraftRow[]>`
  select title, description, visibility, file_name, updated_at from upload_drafts
  where owner_id = ${userId} order by created_at, id`

export interface ExportedReportRow {
  case_id: string
  video_id: string | null
  tweet_id: string | null
  comment_id: string | null
  profile_id: string | null
  reason: ReportReason
  text: string
  created_at: Date
  is_decided: boolean
}

export const readReports =
  (db: Db, userId: string): Read<ExportedReportRow> =>
  (after) =>
    db<ExportedReportRow[]>`
    select r.*, c.video_id, c.tweet_id, c.comment_id, c.profile_id from (
      select case_id, reason, text, created_at, closed_by is not null as is_decided from reports
      where reporter_id = ${userId} ${after ? db`and case_id > ${after.case_id}` : db``}
      order by case_id limit ${batchSize}
    ) r join moderation_cases c on c.id = r.case_id order by r.case_id`
