import type { Storage } from './storage.ts'

interface StorageOptions {
  dir: string
  /** STORAGE_URL; see `parseStorageUrl`. Without it, files are stored in `dir`. */
  url?: string
  /** MEDIA_PUBLIC_URL: a CDN or public bucket that serves `<publicUrl>/<key>`. */
  publicUrl?: string
  /** Only for S3: how long the store may send nothing before it is considered unavailable. */
  silentMs?: number
}

/** Loads only the code that is needed, because the AWS SDK would slow down every start noticeably. */
export async function createStorage({ dir, url, publicUrl, silentMs }: StorageOptions): Promise<Storage> {
  if (url) {
    const { createS3Storage } = await import('./s3/s3-storage.ts')
    return createS3Storage(url, publicUrl, silentMs)
  }
  const { createDiskStorage } = await import('./disk/disk-storage.ts')
  return createDiskStorage(dir)
}
