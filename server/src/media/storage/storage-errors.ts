import { OutageError } from '../../lib/outage-error.ts'

/** There is no file under this key. */
export class StorageMissingError extends Error {
  override readonly name = 'StorageMissingError'
  readonly key: string

  constructor(key: string, options?: ErrorOptions) {
    super(`No stored file "${key}"`, options)
    this.key = key
  }
}

/** The requested range is outside the file (HTTP 416). */
export class StorageRangeError extends Error {
  override readonly name = 'StorageRangeError'
  readonly key: string

  constructor(key: string, options?: ErrorOptions) {
    super(`The range asked of "${key}" lies outside of it`, options)
    this.key = key
  }
}

/** Not a valid key; see `assertKey`. */
export class StorageKeyError extends Error {
  override readonly name = 'StorageKeyError'
}

/** STORAGE_URL is invalid. The message repeats no part of the URL, which contains the secret. */
export class StorageUrlError extends Error {
  override readonly name = 'StorageUrlError'
}

/** The store cannot be reached, does not answer or fails. The same request may succeed later. */
export class StorageUnavailableError extends OutageError {
  override readonly name = 'StorageUnavailableError'
}
