import type { ByteRange } from './storage.ts'
import { StorageKeyError, StorageRangeError } from './storage-errors.ts'

export const maxKeyLength = 512
const maxSegmentLength = 200

// No dot at either end, which excludes '.', '..' and the hidden folders of disk storage.
const segmentPattern = /^[A-Za-z0-9_-](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/

export function isKey(key: string): boolean {
  if (key.length > maxKeyLength) return false
  return key.split('/').every((segment) => segment.length <= maxSegmentLength && segmentPattern.test(segment))
}

/** Every path from a request passes this check before it reaches the disk or the bucket. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new StorageKeyError(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`)
}

export function assertRange(key: string, { start, end }: ByteRange): void {
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end
  if (!isRange) throw new StorageRangeError(key)
}
