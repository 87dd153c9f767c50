import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type QueuedVideo } from '@vireo/contract'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../lib/api-client.ts'
import { type Neighbours, useReport } from '../up-next/neighbours.ts'
import { followPlaying, neighboursOf } from './queue.ts'
import { useOwnQueue } from './queue-store.ts'

/** A row of the queue: a video that can be played, or a word about why it is skipped. */
export type QueueRow = Pick<QueuedVideo, '_id' | 'title' | 'thumbnail' | 'duration'> & {
  fullname: string
  isPlayable: boolean
}

export type QueuePlayer = {
  videoId: string
  /** The address at which a video of the queue is played. */
  pathOf: (videoId: string) => string
  /** Gets the video's neighbours in the queue; undefined without a queue. */
  onChange: (neighbours: Neighbours | undefined) => void
}

/** Follows the player: the rows of the queue, and what plays next and before. */
export function useQueuePlayer({ videoId, pathOf, onChange }: QueuePlayer) {
  const { queue, change } = useOwnQueue()
  const { ids } = queue
  const query = useQuery({
    // Loaded again for each video, because one that is up next may have been deleted meanwhile.
    queryKey: ['own-queue', videoId, ids.toSorted().join()],
    queryFn: async ({ signal }) =>
      (await call(api.videos.listByIds, { query: { ids: ids.join() }, signal })).docs,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const { data, isPlaceholderData, isError, refetch } = query
  const known = new Map(data?.map((video) => [video._id, video]))
  const isPlayable = (id: string) => known.get(id)?.isPlayable === true
  const neighbours = neighboursOf(queue, videoId, isPlayable)
  const toUpNext = (id: string | undefined) => {
    const video = id === undefined ? undefined : known.get(id)
    return video && { title: video.title, thumbnail: video.thumbnail, path: pathOf(video._id) }
  }
  const [previous, next] = [toUpNext(neighbours.previous), toUpNext(neighbours.next)]
  useReport(ids.length > 0 ? { previous, next } : undefined, onChange)

  const isLoaded = data !== undefined && !isPlaceholderData
  const follow = useEffectEvent(() => void change((now) => followPlaying(now, videoId, isPlayable)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another video ends the queue, not a change of it
  useEffect(() => {
    if (isLoaded) follow()
  }, [videoId, isLoaded])

  const rows = ids.map((id) => toRow(id, known.get(id), isLoaded))
  return { queue, change, rows, previous, next, index: ids.indexOf(videoId), isError, refetch, data }
}

function toRow(_id: string, video: QueuedVideo | undefined, isLoaded: boolean): QueueRow {
  if (video) return { ...video, fullname: video.isPlayable ? video.owner.fullname : 'Still being processed' }
  const title = isLoaded ? 'Video not available' : 'Loading…'
  return { _id, title, thumbnail: null, duration: 0, fullname: '', isPlayable: false }
}
