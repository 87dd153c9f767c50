import type { NotificationKind } from '@vireo/contract'

/** A notification with all data for its text. */
export interface NotificationRow {
  id: string
  kind: NotificationKind
  time: Date
  is_read: boolean
  /** The message of the moderators, or a removed comment. */
  text: string | null
  /** The latest actor, and how many there are (up to `countedActors`). */
  username: string | null
  fullname: string | null
  avatar_folder: string | null
  actors: number
  /** How many comments wait for approval (up to `countedActors`). */
  waiting: number | null
  video_id: string | null
  video_title: string | null
  video_status: string | null
  video_failure: string | null
  tweet_id: string | null
  tweet_content: string | null
  comment_id: string | null
  comment_content: string | null
}

/** How much of a tweet or comment is read for an excerpt, which leaves out further spaces. */
export const readLetters = 600

/** The actors of a group are counted up to this number. */
export const countedActors = 100

export interface NotificationFilter {
  limit: number
  /** Only notifications after this place in the list. */
  cursor?: { time: Date; id: string } | undefined
  /** Only newer notifications. */
  since: Date
  isUnread?: boolean
  id?: string
}
