import type { ContentKind } from '@vireo/contract'

/** What can be commented on, and the column of a comment with the id of its subject. */
export const subjectTables = {
  video: { table: 'videos', column: 'video_id' },
  tweet: { table: 'tweets', column: 'tweet_id' },
} as const satisfies Record<ContentKind, unknown>
