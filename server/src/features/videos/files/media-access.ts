import type { Context } from '../../../context.ts'
import type { Clock } from '../../../lib/clock.ts'
import { findVideoFolder, isHiddenPicture, type VideoFolder } from './video-files.queries.ts'

/** Shorter than files stay in their old folder after a move. */
const rememberMs = 3000
const mostRemembered = 10_000

/** Where a video's files are and who may get them. Cached for a moment, because a player asks many times a second. */
export const createVideoAccess = ({ sql, clock }: Source) =>
  remember<VideoFolder | undefined>(clock, (folder) => findVideoFolder(sql, folder))

/** Whether a picture of a tweet or a person is hidden with what it belongs to. */
export const createPictureAccess = ({ sql, clock }: Source) =>
  remember<boolean>(clock, (folder) => isHiddenPicture(sql, folder))

type Source = Pick<Context, 'sql' | 'clock'>

function remember<Known>({ now }: Clock, find: (folder: string) => Promise<Known>) {
  const known = new Map<string, { value: Promise<Known>; until: number }>()
  return (folder: string): Promise<Known> => {
    const entry = known.get(folder)
    if (entry && entry.until > now().getTime()) return entry.value
    if (known.size >= mostRemembered) known.clear()
    const value = find(folder)
    known.set(folder, { value, until: now().getTime() + rememberMs })
    value.catch(() => known.delete(folder))
    return value
  }
}
