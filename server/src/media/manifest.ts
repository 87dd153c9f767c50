import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

export type FileRole =
  | 'video'
  | 'playlist'
  | 'master'
  | 'poster'
  | 'storyboard'
  | 'storyboard-sheet'
  | 'preview'
  | 'captions'
  | 'download'

/** A finished file in the directory that the caller gave. Playlists name their files relatively. */
export type MediaFile = {
  name: string
  role: FileRole
  contentType: string
  size: number
  width?: number
  height?: number
}

/** A video file with its playlist. */
export type Rendition = {
  name: string
  file: string
  playlist: string
  width: number
  height: number
  frameRate: number
  duration: number
  size: number
  bandwidth: number
  averageBandwidth: number
  codecs: string
}

export type StreamSet = {
  /** Largest first. */
  renditions: Rendition[]
  master: string
  /** Seconds that really came out, whatever the source said. */
  duration: number
  files: MediaFile[]
}

const CONTENT_TYPES: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.vtt': 'text/vtt',
  '.jpg': 'image/jpeg',
}

export async function describeFile(
  directory: string,
  name: string,
  role: FileRole,
  size?: { width: number; height: number },
): Promise<MediaFile> {
  const { size: bytes } = await stat(join(directory, name))
  const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'
  return { name, role, contentType, size: bytes, ...(size && { width: size.width, height: size.height }) }
}
