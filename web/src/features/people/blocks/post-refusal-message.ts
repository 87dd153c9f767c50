import { type ApiError, hasCode } from '../../../lib/api-client.ts'

const hasExplanation = (error: unknown): error is ApiError =>
  hasCode(error, 'block.by-them', 'block.by-you', 'comment.held', 'comment.off')

/** The server's message if it explains a refusal, such as a block; otherwise the given text. */
export const postRefusalMessage = (error: unknown, fallback: string) =>
  hasExplanation(error) ? error.message : fallback
