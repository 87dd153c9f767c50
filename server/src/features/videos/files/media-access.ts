import type { Sql } from '../../../db/sql.ts'
import { findVideoFolder, type VideoFolder } from './video-files.queries.ts'

/** Shorter than files stay in their old folder after a move. */
const rememberMs = 3000
const mostRemembered = 10_000

/** Where a video's files are and who may get them. Cached for a moment, because a player asks many times a second. */
export function createVideoAccess(sql: Sql) {
  const known = new Map<string, { video: Promise<VideoFolder | undefined>; until: number }>()
  return (folder: string): Promise<VideoFolder | undefined> => {
    const entry = known.get(folder)
    if (entry && entry.until > Date.now()) return entry.video
    if (known.size >= mostRemembered) known.clear()
    const video = findVideoFolder(sql, folder)
    known.set(folder, { video, until: Date.now() + rememberMs })
    video.catch(() => known.delete(folder))
    return video
  }
}
