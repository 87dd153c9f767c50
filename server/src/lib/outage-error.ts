export const defaultLongestPauseSeconds = 60

/**
 * Something that we depend on (the store, the mail server) is unavailable. A job that ends with this error is tried
 * again later, and the try does not count.
 */
export class OutageError extends Error {
  override readonly name: string = 'OutageError'
  /** The longest pause between two tries. */
  readonly longestPauseSeconds: number = defaultLongestPauseSeconds
}
