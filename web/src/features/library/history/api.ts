import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type DataOf, type HistoryEntry, pageSize, type VideoSummary } from '@vireo/contract'
import { useEffect } from 'react'
import { call, isNotFound } from '../../../lib/api-client.ts'
import { dropPendingLists } from '../../../lib/query/cached-docs.ts'
import { changeDocs, type DocPages, pagedQuery } from '../../../lib/query/paged-docs.ts'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { patchVideo, videoKeys } from '../../publishing/videos/api.ts'

export type WatchedVideo = VideoSummary & {
  watchedAt: string
  /** Set while the entry is removed; needed to restore it. */
  removed?: DataOf<typeof api.history.remove>
}

const limit = pageSize.default

/** Cached under the key of video lists, so that edits and deletions reach it. */
function historyQuery(query: string) {
  return pagedQuery<WatchedVideo, readonly unknown[]>(
    [...videoKeys.history, query],
    async (cursor, signal) => {
      if (query) {
        const page = await call(api.history.search, { query: { query, limit, cursor }, signal })
        return { docs: page.docs.map(toWatched), nextCursor: page.nextCursor }
      }
      const entries = await call(api.history.list, { query: { limit, cursor }, signal })
      const last = entries.length === limit ? entries.at(-1) : undefined
      return { docs: entries.map(toWatched), nextCursor: last?.cursor ?? null }
    },
  )
}

const toWatched = ({ video, watchedAt }: HistoryEntry): WatchedVideo => ({ ...video, watchedAt })

/** The watch history, or the part that matches the query. Not refetched while removed entries can be restored. */
export function useHistory(query: string) {
  return useLongList(historyQuery(query), { isFrozen: hasRemoved })
}

const hasRemoved = (entries: WatchedVideo[]) => entries.some(({ removed }) => removed)

/** The entry stays in the list, marked as removed, so that it can be restored in its place. */
export function useRemoveEntry(videoId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: videoKeys.historyChange('remove', videoId),
    mutationFn: () => call(api.history.remove, { params: { videoId } }),
    onSuccess: (removed) => {
      dropPendingLists(queryClient, historyKeys)
      changeEntry(queryClient, videoId, (entry) => [{ ...entry, removed }])
      patchVideo(queryClient, videoId, () => ({ watchedSeconds: 0 }))
      forgetPosition(queryClient, videoId)
    },
    onError: (error) => {
      if (isNotFound(error)) changeEntry(queryClient, videoId, () => [])
    },
  })
}

export function useRestoreEntry(videoId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: videoKeys.historyChange('restore', videoId),
    mutationFn: (removed: NonNullable<WatchedVideo['removed']>) =>
      call(api.history.restore, { params: { videoId }, body: removed }),
    onSuccess: (_data, { position }) => {
      dropPendingLists(queryClient, historyKeys)
      changeEntry(queryClient, videoId, ({ removed, ...entry }) => [
        { ...entry, watchedAt: removed?.watchedAt ?? entry.watchedAt },
      ])
      patchVideo(queryClient, videoId, () => ({ watchedSeconds: position }))
      forgetPosition(queryClient, videoId)
    },
  })
}

const historyKeys = { lists: videoKeys.history, detail: videoKeys.detail }

function changeEntry(
  queryClient: QueryClient,
  videoId: string,
  change: (entry: WatchedVideo) => WatchedVideo[],
) {
  changeDocs<WatchedVideo>(queryClient, videoKeys.history, videoId, (docs) =>
    docs.flatMap((doc) => (doc._id === videoId ? change(doc) : [doc])),
  )
}

/** Makes the video's own page fetch its resume position again. */
function forgetPosition(queryClient: QueryClient, videoId: string) {
  queryClient.removeQueries({ queryKey: videoKeys.detail(videoId), type: 'inactive' })
}

/** Called when the page is left; removed entries can then no longer be restored. */
export function dropRemoved(queryClient: QueryClient) {
  queryClient.setQueriesData<DocPages<WatchedVideo>>({ queryKey: videoKeys.history }, (data) => {
    if (!data?.pages.some(({ docs }) => hasRemoved(docs))) return data
    const pages = data.pages.map((page) => ({ ...page, docs: page.docs.filter(({ removed }) => !removed) }))
    return { ...data, pages }
  })
}

export function useClearHistory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: videoKeys.historyChange('clear'),
    mutationFn: () => call(api.history.clear),
    onSuccess: () => {
      dropPendingLists(queryClient, historyKeys)
      queryClient.setQueriesData<DocPages<WatchedVideo>>({ queryKey: videoKeys.history }, () => ({
        pages: [{ docs: [], nextCursor: null }],
        pageParams: [undefined],
      }))
      queryClient.removeQueries({ queryKey: videoKeys.details, type: 'inactive' })
      // Other lists show what was watched when they are opened again.
      void queryClient.invalidateQueries({ queryKey: videoKeys.lists, refetchType: 'none' })
    },
  })
}

const settingsQuery = queryOptions({
  queryKey: ['history', 'settings'],
  queryFn: ({ signal }) => call(api.history.settings, { signal }),
})

/** Undefined until loaded. After a failure it is retried with the list, which was loaded at `listedAt`. */
export function useIsPaused(listedAt: number): boolean | undefined {
  const { data, isError, refetch } = useQuery(settingsQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer list causes a retry
  useEffect(() => {
    if (isError) void refetch()
  }, [listedAt])
  return data?.isPaused
}

export function useSetPaused() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isPaused: boolean) => call(api.history.changeSettings, { body: { isPaused } }),
    onSuccess: (settings) => queryClient.setQueryData(settingsQuery.queryKey, settings),
  })
}
