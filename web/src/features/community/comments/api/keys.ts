import type { CommentOrder, ContentSubject } from '@vireo/contract'

/** The video or tweet that comments are about. */
export type CommentedContent = ContentSubject & {
  /** Comments of this person are marked. */
  creatorId: string
}

/** Every list of a subject is under this key, so that a change to a comment reaches all of them. */
export const threadsKey = ({ kind, id }: CommentedContent) => ['comments', kind, id, 'threads'] as const

/** The comments themselves in one order, or the replies to one of them, oldest first. */
export type Thread = { order: CommentOrder } | { parentId: string }

export const threadKey = (subject: CommentedContent, thread: Thread) => [
  ...threadsKey(subject),
  'order' in thread ? thread.order : thread.parentId,
]
