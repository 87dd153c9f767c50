/**
 * Something that we depend on (the store, the mail server) does not answer. That says nothing about what was
 * asked of it: a job that ends with this error is tried again later, and the try does not count.
 */
export class OutageError extends Error {
  override readonly name: string = 'OutageError'
  /** The pauses between tries grow up to this. */
  readonly longestPauseSeconds: number = 60
}
