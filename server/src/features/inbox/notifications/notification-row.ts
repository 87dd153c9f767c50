/** A notification with everything that its text needs. */
export interface NotificationRow {
  id: string
  kind: string
  time: Date
  is_read: boolean
  /** What the moderators say. */
  text: string | null
  /** The latest actor, and how many there are (up to `countedActors`). */
  username: string | null
  fullname: string | null
  avatar_folder: string | null
  actors: number
  video_id: string | null
  video_title: string | null
  video_status: string | null
  video_failure: string | null
  tweet_id: string | null
  tweet_content: string | null
  comment_id: string | null
  comment_content: string | null
}

/** The actors of a group are counted up to this number. */
export const countedActors = 100

export interface NotificationFilter {
  limit: number
  /** Only those that come after this place in the order of the list. */
  cursor?: { time: Date; id: string } | undefined
  /** Only those that are newer. */
  since: Date
  isUnread?: boolean
  id?: string
}
