import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { useEffect, useMemo, useState } from 'react'
import { call, isNotFound } from '../../../../lib/api-client.ts'
import { createStore } from '../../../../lib/store/store.ts'
import { keepInTab, readFromTab } from '../../../../lib/store/tab-storage.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { useCurrentUser } from '../../../people/accounts/api.ts'
import { videoKeys } from '../../../publishing/videos/api.ts'
import { type Neighbours, useReport } from '../../up-next/neighbours.ts'
import { playlistQuery } from '../api.ts'
import { shuffle } from '../page/order.ts'

/** The content of a row of the play queue. */
export type PlayQueueVideo = {
  _id: string
  title: string
  thumbnail: string | null
  duration: number
  isAvailable: boolean
  owner: { fullname: string } | null
}

type PlayQueueContent = { name: string; path: string; videos: PlayQueueVideo[] }

/** The list that is repeated in this tab. */
const repeatedKey = 'repeated-list'
const repeatedList = createStore(readFromTab(repeatedKey))

function repeatList(list: string | null) {
  repeatedList.set(list)
  keepInTab(repeatedKey, list)
}

/** The value of `list` for liked videos, the latest like first. */
const likedList = 'liked'
/** A video that is not in the first pages of likes is played without a play queue. */
const maxLikedPages = 20

type PlayQueueQuery = {
  /** In playing order. Undefined while it is loading, or if this person may not see the list. */
  content: PlayQueueContent | undefined
  isLoading: boolean
  /** False for a missing list: its videos are played without a play queue. */
  isError: boolean
  refetch: () => Promise<unknown>
}

/** `onChange` gets the video's neighbours, or undefined if it is not in a list that the viewer may see. */
export function usePlayQueue(
  { list, seed, videoId }: { list: string; seed: string | undefined; videoId: string },
  onChange: (neighbours: Neighbours | undefined) => void,
) {
  const query = usePlayQueueQuery(list, seed, videoId)
  const videos = useWithCurrentVideo(query.content?.videos ?? [], videoId)
  const index = videos.findIndex(({ _id }) => _id === videoId)
  const isRepeated = useStore(repeatedList) === list
  const place = usePlace(list, videos, index)
  const pathOf = (video: PlayQueueVideo) => paths.watch(video._id, list, seed)
  const toUpNext = (video: PlayQueueVideo | undefined) =>
    video && { title: video.title, thumbnail: video.thumbnail, path: pathOf(video) }
  const canPlay = ({ _id, isAvailable }: PlayQueueVideo) => isAvailable && _id !== videoId
  const before = videos.slice(0, place + 1).filter(canPlay)
  const previous = toUpNext(before.at(-1))
  const next = toUpNext(videos.slice(place + 1).find(canPlay) ?? (isRepeated ? before[0] : undefined))
  useReport(place < 0 ? undefined : { previous, next }, onChange)
  const toggleRepeat = () => repeatList(isRepeated ? null : list)
  return { ...query, videos, index, place, pathOf, previous, next, isRepeated, toggleRepeat }
}

const placeKey = 'place-in-list'

/** The index of the video. While a video of the person's own queue plays, that of the last one before it. */
function usePlace(list: string, videos: readonly PlayQueueVideo[], index: number): number {
  const current = videos[index]?._id
  useEffect(() => {
    if (current) keepInTab(placeKey, `${list} ${current}`)
  }, [list, current])
  if (index >= 0) return index
  const [keptList, keptId] = readFromTab(placeKey)?.split(' ') ?? []
  return keptList === list ? videos.findIndex(({ _id }) => _id === keptId) : -1
}

/** A video that is removed from the list while it plays keeps its place until another one plays. */
function useWithCurrentVideo(videos: PlayQueueVideo[], videoId: string): PlayQueueVideo[] {
  const [last, setLast] = useState<{ video: PlayQueueVideo; index: number }>()
  const index = videos.findIndex(({ _id }) => _id === videoId)
  const playing = videos[index]
  if (playing && (last?.video !== playing || last.index !== index)) setLast({ video: playing, index })
  if (playing || last?.video._id !== videoId) return videos
  return [...videos.slice(0, last.index), last.video, ...videos.slice(last.index)]
}

function usePlayQueueQuery(list: string, seed: string | undefined, videoId: string): PlayQueueQuery {
  const isLiked = list === likedList
  const playlist = useQuery({ ...playlistQuery(list), enabled: !isLiked })
  const liked = useLiked(isLiked, videoId)
  const content = useMemo(() => {
    const found = isLiked
      ? liked.data && { name: 'Liked videos', path: paths.likedVideos(), videos: liked.data }
      : playlist.data && {
          name: playlist.data.name,
          path: paths.playlist(playlist.data._id),
          videos: playlist.data.videos,
        }
    if (!found) return undefined
    return seed ? { ...found, videos: shuffle(found.videos, seed) } : found
  }, [isLiked, playlist.data, liked.data, seed])
  const { isLoading, error, refetch } = isLiked ? liked : playlist
  return { content, isLoading, isError: error !== null && !isNotFound(error), refetch }
}

const likedQuery = infiniteQueryOptions({
  queryKey: videoKeys.likedPlayQueue,
  queryFn: ({ pageParam, signal }) => call(api.likes.likedVideos, { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  // Never refetched, because unliking the current video must not end the play queue.
  staleTime: Number.POSITIVE_INFINITY,
})

/** Loads pages until one contains the video, and the next page before the last video is reached. */
function useLiked(isEnabled: boolean, videoId: string) {
  const { user } = useCurrentUser()
  const query = useInfiniteQuery({ ...likedQuery, enabled: isEnabled && user !== null })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const videos = useMemo(
    () =>
      data?.pages.flatMap(({ likedVideos }) =>
        likedVideos.map(({ video }) => ({ ...video, isAvailable: video.isPlayable })),
      ),
    [data],
  )
  const index = videos?.findIndex(({ _id }) => _id === videoId) ?? -1
  const isNearEnd = videos !== undefined && (index < 0 || index > videos.length - 3)
  const mayLoad = isEnabled && hasNextPage && !isFetching && !isError
  const pages = data?.pages.length ?? 0
  useEffect(() => {
    if (mayLoad && isNearEnd && pages < maxLikedPages) void fetchNextPage()
  }, [mayLoad, isNearEnd, pages, fetchNextPage])
  return { ...query, data: videos }
}
