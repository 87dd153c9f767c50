import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api, type Owner, type VideoSummary } from '@vireo/contract'
import { call, isNotFound } from '../../../lib/api-client.ts'
import { changeDocs, type DocPages, pagedQuery } from '../../../lib/query/paged-docs.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { type VideoListParams, videoKeys } from '../../publishing/videos/api.ts'

const hiddenKeys = { videos: ['hidden', 'videos'], channels: ['hidden', 'channels'] } as const
/** Owned by the search box; hiding something changes its suggestions. */
const suggestionsKey = ['search', 'suggestions']
const pageSize = 10

export const hiddenVideosQuery = pagedQuery(hiddenKeys.videos, (cursor, signal) =>
  call(api.hidden.listVideos, { query: { cursor, limit: pageSize }, signal }),
)

export const hiddenChannelsQuery = pagedQuery(hiddenKeys.channels, (cursor, signal) =>
  call(api.hidden.listChannels, { query: { cursor, limit: pageSize }, signal }),
)

/** Hides a video here and on the server. Returns a function that undoes it. */
export async function hideVideo(
  queryClient: QueryClient,
  { _id: videoId }: VideoSummary,
  beforeRemoval: () => void,
) {
  const params = { videoId }
  await runMutation(queryClient, () => call(api.hidden.addVideo, { params }))
  beforeRemoval()
  const restoreToLists = removeFromLists(queryClient, ({ _id }) => _id === videoId)
  invalidateRecommendations(queryClient, hiddenKeys.videos)
  return async () => {
    await unhideVideo(queryClient, videoId)
    restoreToLists()
  }
}

/** Hides all videos of a channel. Returns a function that undoes it. */
export async function hideChannel(queryClient: QueryClient, { _id: channelId }: Pick<Owner, '_id'>) {
  const params = { channelId }
  await runMutation(queryClient, () => call(api.hidden.addChannel, { params }))
  const restoreToLists = removeFromLists(queryClient, ({ owner }) => owner._id === channelId)
  invalidateRecommendations(queryClient, hiddenKeys.channels)
  return async () => {
    await unhideChannel(queryClient, channelId)
    restoreToLists()
  }
}

export async function unhideVideo(queryClient: QueryClient, videoId: string) {
  const params = { videoId }
  await runMutation(queryClient, () => call(api.hidden.removeVideo, { params }).catch(ignoreNotFound))
  changeDocs<VideoSummary>(queryClient, hiddenKeys.videos, videoId, without(videoId))
  invalidateRecommendations(queryClient)
}

export async function unhideChannel(queryClient: QueryClient, channelId: string) {
  const params = { channelId }
  await runMutation(queryClient, () => call(api.hidden.removeChannel, { params }).catch(ignoreNotFound))
  changeDocs<Owner>(queryClient, hiddenKeys.channels, channelId, without(channelId))
  invalidateRecommendations(queryClient)
}

const without =
  (id: string) =>
  <Doc extends { _id: string }>(docs: Doc[]) =>
    docs.filter(({ _id }) => _id !== id)

function ignoreNotFound(error: unknown) {
  if (!isNotFound(error)) throw error
}

/** Marks recommendations as out of date. Visible lists are not refetched, because they would jump. */
function invalidateRecommendations(queryClient: QueryClient, changedList?: QueryKey) {
  if (changedList) void queryClient.invalidateQueries({ queryKey: changedList })
  void queryClient.invalidateQueries({ queryKey: suggestionsKey })
  void queryClient.invalidateQueries({
    queryKey: videoKeys.lists,
    type: 'inactive',
    predicate: isRecommending,
  })
}

/** The home page and related videos, but no search, channel, history or liked videos. */
function isRecommending({ queryKey }: { queryKey: QueryKey }) {
  const params = queryKey[videoKeys.lists.length]
  if (typeof params !== 'object') return false
  const { query, userId } = params as VideoListParams
  return query === undefined && userId === undefined
}

/** Removes videos from recommendations. Returns a function that restores them to their places. */
export function removeFromLists(queryClient: QueryClient, isHidden: (video: VideoSummary) => boolean) {
  const filter = { queryKey: videoKeys.lists, predicate: isRecommending }
  const before = queryClient.getQueriesData<DocPages<VideoSummary>>(filter)
  queryClient.setQueriesData<DocPages<VideoSummary>>(filter, (data) => data && removeFrom(data, isHidden))
  return () => {
    for (const [queryKey, data] of before) {
      if (!data) continue
      queryClient.setQueryData<DocPages<VideoSummary>>(
        queryKey,
        (now) => now && restoreInto(now, data, isHidden),
      )
    }
  }
}

const removeFrom = (data: DocPages<VideoSummary>, isHidden: (video: VideoSummary) => boolean) => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, docs: page.docs.filter((video) => !isHidden(video)) })),
})

/** Puts each hidden video back before the one that followed it. A list refetched in the meantime already has it. */
function restoreInto(
  now: DocPages<VideoSummary>,
  before: DocPages<VideoSummary>,
  wasHidden: (video: VideoSummary) => boolean,
): DocPages<VideoSummary> {
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
