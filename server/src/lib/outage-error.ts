export const defaultLongestPauseSeconds = 60

/**
 * Something that we depend on, such as the store or the mail server, is unavailable. A job that fails with this error
 * is tried again later, and the attempt does not count.
 */
export class OutageError extends Error {
  override readonly name: string = 'OutageError'
  /** The longest pause between two attempts. */
  readonly longestPauseSeconds: number = defaultLongestPauseSeconds
}
