/**
 * The file itself is at fault, so trying again would not help. The message is a whole sentence that may be shown to the
 * person who sent the file. Any other failure in `media/` is an ordinary Error.
 */
export class RefusedMediaError extends Error {
  override readonly name = 'RefusedMediaError'
}
