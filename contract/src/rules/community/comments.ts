import type { FieldError } from '../../endpoint.ts'
import { limits } from '../../limits.ts'

/**
 * Who may comment on a video or tweet: everyone; everyone, but its creator approves each comment first; or nobody, and
 * earlier comments are not shown.
 */
export const commentsModes = ['on', 'held', 'off'] as const
export type CommentsMode = (typeof commentsModes)[number]
export const commentsOffMessages = { video: 'Comments are turned off.', tweet: 'Replies are turned off.' }

/** Clients send the text of a comment as `comment`, or as `content`. */
interface CommentBody {
  comment?: string
  content?: string
}

export const commentText = (body: CommentBody) => (body.comment ?? body.content ?? '').trim()

export function commentRule(value: string): string | undefined {
  if (!value.trim()) return 'Comment is required'
  if (value.trim().length > limits.commentLength)
    return `Comment must be at most ${limits.commentLength} characters`
}

export function checkComment(body: CommentBody): FieldError[] {
  const message = commentRule(commentText(body))
  return message ? [{ field: 'comment', message }] : []
}
