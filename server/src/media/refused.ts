/**
 * The file itself is at fault, and no retry will help. The message is a whole sentence that may be
 * shown to the person who sent the file. Anything else that goes wrong here is an ordinary Error.
 */
export class RefusedMediaError extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RefusedMediaError'
    this.reason = reason
  }
}

export type RefusalReason =
  | 'unsupported-format'
  | 'unsupported-codec'
  | 'playlist'
  | 'empty'
  | 'no-video'
  | 'zero-duration'
  | 'truncated'
  | 'damaged'
  | 'dimensions'
  | 'too-large'
  | 'too-long'
  | 'too-many-pixels'
