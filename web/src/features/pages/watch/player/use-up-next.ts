import type { VideoSummary } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { paths } from '../../../../navigation/links/paths.ts'
import type { Neighbours, UpNext } from '../../../library/up-next/neighbours.ts'

/**
 * The next video: from the person's own queue, else from the list that is being played, if it has this one, else a
 * related video.
 */
export function useUpNext(related: readonly VideoSummary[] | undefined, videoId: string | undefined) {
  const [inQueue, setInQueue] = useState<Neighbours>()
  const [inList, setInList] = useState<Neighbours>()
  const nextRelated = useNextRelated(related, videoId)
  return {
    // After the last video of a list, nothing is next.
    next: inQueue?.next ?? (inList ? inList.next : nextRelated),
    previous: inQueue?.previous ?? inList?.previous,
    setInQueue,
    setInList,
  }
}

/** Videos that were watched in this tab. */
const seen = new Set<string>()

/** The first related video not watched yet; otherwise the two most viewed ones would alternate. */
function useNextRelated(
  related: readonly VideoSummary[] | undefined,
  watchedId: string | undefined,
): UpNext | undefined {
  useEffect(() => {
    if (watchedId) seen.add(watchedId)
  }, [watchedId])
  const next = related?.find(({ _id }) => !seen.has(_id)) ?? related?.[0]
  return next && { title: next.title, thumbnail: next.thumbnail, path: paths.watch(next._id) }
}
