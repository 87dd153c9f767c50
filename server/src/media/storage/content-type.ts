import { extname } from 'node:path/posix'

const typeByExtension: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4a': 'audio/mp4',
  '.m4s': 'video/iso.segment',
  '.mkv': 'video/x-matroska',
  '.mov': 'video/quicktime',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.ts': 'video/mp2t',
  '.vtt': 'text/vtt',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
}

/** What a disk, which keeps no content types, may take a file to be from its name alone. */
export function contentTypeOfKey(key: string): string {
  return typeByExtension[extname(key).toLowerCase()] ?? 'application/octet-stream'
}
