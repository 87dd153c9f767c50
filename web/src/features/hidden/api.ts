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
  const putBack = takeOut(queryClient, ({ _id }) => _id === videoId)
  forget(queryClient, hiddenKeys.videos)
  return async () => {
    await showVideo(queryClient, videoId)
    putBack()
  }
}

/** The same with all videos of a channel. */
export async function hideChannel(queryClient: QueryClient, { _id: channelId }: Pick<Owner, '_id'>) {
  const params = { channelId }
  await runMutation(queryClient, () => call(api.hidden.addChannel, { params }))
  const putBack = takeOut(queryClient, ({ owner }) => owner._id === channelId)
  forget(queryClient, hiddenKeys.channels)
  return async () => {
    await showChannel(queryClient, channelId)
    putBack()
  }
}

export async function showVideo(queryClient: QueryClient, videoId: string) {
  const params = { videoId }
  await runMutation(queryClient, () => call(api.hidden.removeVideo, { params }).catch(ignoreGone))
  changeDocs<Video>(queryClient, hiddenKeys.videos, videoId, without(videoId))
  forget(queryClient)
}

export async function showChannel(queryClient: QueryClient, channelId: string) {
  const params = { channelId }
  await runMutation(queryClient, () => call(api.hidden.removeChannel, { params }).catch(ignoreGone))
  changeDocs<Owner>(queryClient, hiddenKeys.channels, channelId, without(channelId))
  forget(queryClient)
}

const without =
  (id: string) =>
  <Doc extends { _id: string }>(docs: Doc[]) =>
    docs.filter(({ _id }) => _id !== id)

function ignoreGone(error: unknown) {
  if (!isNotFound(error)) throw error
}

/** What is out of date; lists of videos that are on the screen stay as they are. */
function forget(queryClient: QueryClient, changedList?: QueryKey) {
  if (changedList) void queryClient.invalidateQueries({ queryKey: changedList })
  void queryClient.invalidateQueries({ queryKey: suggestionsKey })
  void queryClient.invalidateQueries({
    queryKey: videoKeys.lists,
    type: 'inactive',
    predicate: isRecommending,
  })
}

/** Home and related videos; neither a search nor one channel's list. */
function isRecommending({ queryKey }: { queryKey: QueryKey }) {
  const { query, userId } = (queryKey[videoKeys.lists.length] ?? {}) as VideoListParams
  return query === undefined && userId === undefined
}

/** Takes videos out of what is recommended. Answers how to put them back where they were. */
function takeOut(queryClient: QueryClient, isHidden: (video: Video) => boolean) {
  const filter = { queryKey: videoKeys.lists, predicate: isRecommending }
  const before = queryClient.getQueriesData<DocPages<Video>>(filter)
  queryClient.setQueriesData<DocPages<Video>>(filter, (data) => data && changePages(data, isHidden))
  return () => {
    for (const [queryKey, data] of before) {
      if (!data) continue
      queryClient.setQueryData<DocPages<Video>>(queryKey, (now) => now && putBackInto(now, data))
    }
  }
}

const changePages = (data: DocPages<Video>, isHidden: (video: Video) => boolean) => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, docs: page.docs.filter((video) => !isHidden(video)) })),
})

/** Each video that was taken out goes back to its place; a list that was loaded again since has it already. */
function putBackInto(now: DocPages<Video>, before: DocPages<Video>): DocPages<Video> {
  const present = new Set(now.pages.flatMap(({ docs }) => docs.map(({ _id }) => _id)))
  const pages = now.pages.map((page, i) => {
    const docs = [...page.docs]
    before.pages[i]?.docs.forEach((video, place) => {
      if (!present.has(video._id)) docs.splice(place, 0, video)
    })
    return { ...page, docs }
  })
  return { ...now, pages }
}
