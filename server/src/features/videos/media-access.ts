import type { Visibility } from '@vireo/contract'
import type { Sql } from '../../db/sql.ts'
import { findVisibilityOfFolder } from './videos.queries.ts'

const rememberMs = 3000
const mostRemembered = 10_000

/** Whether a video's files may be had by anyone. Remembered for a moment: a player asks many times a second. */
export function createVideoAccess(sql: Sql) {
  const known = new Map<string, { visibility: Promise<Visibility | undefined>; until: number }>()
  return (folder: string): Promise<Visibility | undefined> => {
    const entry = known.get(folder)
    if (entry && entry.until > Date.now()) return entry.visibility
    if (known.size >= mostRemembered) known.clear()
    const visibility = findVisibilityOfFolder(sql, folder)
    known.set(folder, { visibility, until: Date.now() + rememberMs })
    visibility.catch(() => known.delete(folder))
    return visibility
  }
}
