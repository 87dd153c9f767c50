import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { contentTypeOf } from '../storage/content-type.ts'

/** A finished file in the directory of the caller. Playlists refer to their files by relative names. */
export interface MediaFile {
  name: string
  contentType: string
  size: number
  width?: number
  height?: number
}

export const totalSize = (files: MediaFile[]) => files.reduce((sum, { size }) => sum + size, 0)

/** A video file with its playlist. */
export interface Rendition {
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

export interface StreamSet {
  /** Largest first. */
  renditions: Rendition[]
  master: string
  /** In seconds, as measured in the result. */
  duration: number
  files: MediaFile[]
}

export async function describeFile(
  directory: string,
  name: string,
  size?: { width: number; height: number },
): Promise<MediaFile> {
  const { size: bytes } = await stat(join(directory, name))
  return {
    name,
    contentType: contentTypeOf(name),
    size: bytes,
    ...(size && { width: size.width, height: size.height }),
  }
}
