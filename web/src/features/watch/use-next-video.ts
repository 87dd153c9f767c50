import type { Video } from '@vireo/contract'
import { useEffect } from 'react'
import { paths } from '../../app/paths.ts'
import type { UpNext } from '../playlists/queue.tsx'

/** What was watched in this tab. */
const seen = new Set<string>()

/** The first of the related; one that was not on yet if there is any, or the two most viewed would take turns. */
export function useNextVideo(
  related: readonly Video[] | undefined,
  watchedId: string | undefined,
): UpNext | undefined {
  useEffect(() => {
    if (watchedId) seen.add(watchedId)
  }, [watchedId])
  const next = related?.find(({ _id }) => !seen.has(_id)) ?? related?.[0]
  return next && { title: next.title, thumbnail: next.thumbnail, path: paths.watch(next._id) }
}
