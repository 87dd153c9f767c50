import type { ByteRange } from './storage.ts'
import { StorageKeyError, StorageRangeError } from './storage-errors.ts'

export const MAX_KEY_LENGTH = 512
const MAX_SEGMENT_LENGTH = 200

// No dot at either end: keeps out '.', '..', the storage's own '.tmp', and the dots that flydrive would cut.
const segmentPattern = /^[A-Za-z0-9_-](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/

export function isKey(key: string): boolean {
  if (key.length > MAX_KEY_LENGTH) return false
  return key
    .split('/')
    .every((segment) => segment.length <= MAX_SEGMENT_LENGTH && segmentPattern.test(segment))
}

/** The one guard between a path from a request and the disk or bucket. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new StorageKeyError(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`)
}

export function assertRange(key: string, { start, end }: ByteRange): void {
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end
  if (!isRange) throw new StorageRangeError(key)
}
