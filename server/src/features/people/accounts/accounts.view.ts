import { type Channel, type CurrentUser, coverWidth, type Owner } from '@vireo/contract'
import type { ChannelRow, UserRow } from './accounts.queries.ts'

/** Pictures are kept in a few sizes; an address names the middle one and a page may ask for another. */
export const avatarAt = (folder: string | null, side: 160 | 320) =>
  folder ? `/media/${folder}/${side}.webp` : null
export const avatarUrl = (folder: string | null) => avatarAt(folder, 160)
const coverUrl = (folder: string | null) => (folder ? `/media/${folder}/${coverWidth}.webp` : null)

export const toOwner = (row: Pick<UserRow, 'id' | 'username' | 'fullname' | 'avatar_folder'>): Owner => ({
  _id: row.id,
  username: row.username,
  fullname: row.fullname,
  avatar: avatarUrl(row.avatar_folder),
})

const toProfile = (row: UserRow) => ({
  ...toOwner(row),
  coverimage: coverUrl(row.cover_folder),
  bio: row.bio,
  location: row.location,
  createdAt: row.created_at.toISOString(),
})

export const toCurrentUser = (row: UserRow): CurrentUser => ({
  ...toProfile(row),
  email: row.email,
  pendingEmail: row.pending_email,
  ...(row.pending_email && !row.is_new_email_proven && { pendingEmailNeedsLink: true }),
  role: row.role,
  hasPassword: row.password_hash !== null,
})

export const toChannel = (row: ChannelRow): Channel => ({
  ...toProfile(row),
  subscribersCount: row.subscribers_count,
  channelSubscribedToCount: row.subscriptions_count,
  videosCount: row.videos_count,
  isSubscribed: row.is_subscribed,
  isBlocked: row.is_blocked,
})
