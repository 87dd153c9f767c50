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

/** The range asked for holds no byte of the file: HTTP calls this 416. */
export class StorageRangeError extends Error {
  override readonly name = 'StorageRangeError'
  readonly key: string

  constructor(key: string, options?: ErrorOptions) {
    super(`The range asked of "${key}" lies outside of it`, options)
    this.key = key
  }
}

/** The key is not one that `assertKey` lets through. */
export class StorageKeyError extends Error {
  override readonly name = 'StorageKeyError'
}

/** STORAGE_URL cannot be used. The message never repeats a part of the URL, which holds the secret. */
export class StorageUrlError extends Error {
  override readonly name = 'StorageUrlError'
}

/** The store cannot be reached, hangs or fails. The same request may succeed later. */
export class StorageUnavailableError extends OutageError {
  override readonly name = 'StorageUnavailableError'
}
