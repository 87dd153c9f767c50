import { type ApiError, hasCode } from '../../lib/api-client.ts'

const isExplained = (error: unknown): error is ApiError =>
  hasCode(error, 'block.by-them', 'block.by-you', 'comment.held')

/** The server's words if they say why something was refused, else what is said of every other failure. */
export const refusalOf = (error: unknown, otherwise: string) =>
  isExplained(error) ? error.message : otherwise
