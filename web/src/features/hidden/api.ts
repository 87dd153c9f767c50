import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api, type Owner, type Video } from '@vireo/contract'
import { call, isNotFound } from '../../lib/api-client.ts'
import { changeDocs, type DocPages, pagedQuery } from '../../lib/paged-docs.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { type VideoListParams, videoKeys } from '../videos/api.ts'

const hiddenKeys = { videos: ['hidden', 'videos'], channels: ['hidden', 'channels'] } as const
/** Owned by the search box, which knows nothing of hidden things. */
const suggestionsKey = ['search', 'suggestions']
const shownAtOnce = 10

export const hiddenVideosQuery = pagedQuery(hiddenKeys.videos, (cursor, signal) =>
  call(api.hidden.listVideos, { query: { cursor, limit: shownAtOnce }, signal }),
)

export const hiddenChannelsQuery = pagedQuery(hiddenKeys.channels, (cursor, signal) =>
  call(api.hidden.listChannels, { query: { cursor, limit: shownAtOnce }, signal }),
)

/** Hides a video here and on the server. Answers how to take it back. */
export async function hideVideo(queryClient: QueryClient, { _id: videoId }: Video, beforeGone: () => void) {
  const params = { videoId }
  await runMutation(queryClient, () => call(api.hidden.addVideo, { params }))
  beforeGone()
  const restoreToLists = removeFromLists(queryClient, ({ _id }) => _id === videoId)
  invalidateRecommendations(queryClient, hiddenKeys.videos)
  return async () => {
    await showVideo(queryClient, videoId)
    restoreToLists()
  }
}

/** The same with all videos of a channel. */
export async function hideChannel(queryClient: QueryClient, { _id: channelId }: Pick<Owner, '_id'>) {
  const params = { channelId }
  await runMutation(queryClient, () => call(api.hidden.addChannel, { params }))
  const restoreToLists = removeFromLists(queryClient, ({ owner }) => owner._id === channelId)
  invalidateRecommendations(queryClient, hiddenKeys.channels)
  return async () => {
    await showChannel(queryClient, channelId)
    restoreToLists()
  }
}

export async function showVideo(queryClient: QueryClient, videoId: string) {
  const params = { videoId }
  await runMutation(queryClient, () => call(api.hidden.removeVideo, { params }).catch(ignoreGone))
  changeDocs<Video>(queryClient, hiddenKeys.videos, videoId, without(videoId))
  invalidateRecommendations(queryClient)
}

export async function showChannel(queryClient: QueryClient, channelId: string) {
  const params = { channelId }
  await runMutation(queryClient, () => call(api.hidden.removeChannel, { params }).catch(ignoreGone))
  changeDocs<Owner>(queryClient, hiddenKeys.channels, channelId, without(channelId))
  invalidateRecommendations(queryClient)
}

const without =
  (id: string) =>
  <Doc extends { _id: string }>(docs: Doc[]) =>
    docs.filter(({ _id }) => _id !== id)

function ignoreGone(error: unknown) {
  if (!isNotFound(error)) throw error
}

/** What is out of date; lists of videos that are on the screen stay as they are. */
function invalidateRecommendations(queryClient: QueryClient, changedList?: QueryKey) {
  if (changedList) void queryClient.invalidateQueries({ queryKey: changedList })
  void queryClient.invalidateQueries({ queryKey: suggestionsKey })
  void queryClient.invalidateQueries({
    queryKey: videoKeys.lists,
    type: 'inactive',
    predicate: isRecommending,
  })
}

/** Home and related videos; neither a search, nor one channel's list, nor the history and the liked videos. */
function isRecommending({ queryKey }: { queryKey: QueryKey }) {
  const params = queryKey[videoKeys.lists.length]
  if (typeof params !== 'object') return false
  const { query, userId } = params as VideoListParams
  return query === undefined && userId === undefined
}

/** Removes videos from what is recommended. Answers how to restore them to where they were. */
export function removeFromLists(queryClient: QueryClient, isHidden: (video: Video) => boolean) {
  const filter = { queryKey: videoKeys.lists, predicate: isRecommending }
  const before = queryClient.getQueriesData<DocPages<Video>>(filter)
  queryClient.setQueriesData<DocPages<Video>>(filter, (data) => data && removeFrom(data, isHidden))
  return () => {
    for (const [queryKey, data] of before) {
      if (!data) continue
      queryClient.setQueryData<DocPages<Video>>(queryKey, (now) => now && restoreInto(now, data, isHidden))
    }
  }
}

const removeFrom = (data: DocPages<Video>, isHidden: (video: Video) => boolean) => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, docs: page.docs.filter((video) => !isHidden(video)) })),
})

/** Each video that was hidden goes back before the one that followed it; a list that was loaded again since has it already. */
function restoreInto(
  now: DocPages<Video>,
  before: DocPages<Video>,
  wasHidden: (video: Video) => boolean,
): DocPages<Video> {
  const present = new Set(now.pages.flatMap(({ docs }) => docs.map(({ _id }) => _id)))
  const pages = now.pages.map((page, i) => {
    const docs = [...page.docs]
    const docsBefore = before.pages[i]?.docs ?? []
    docsBefore.forEach((video, place) => {
      if (!wasHidden(video) || present.has(video._id)) return
      const follower = docsBefore.slice(place + 1).find(({ _id }) => present.has(_id))
      const index = docs.findIndex(({ _id }) => _id === follower?._id)
      docs.splice(index < 0 ? docs.length : index, 0, video)
    })
    return { ...page, docs }
  })
  return { ...now, pages }
}
