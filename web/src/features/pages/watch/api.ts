import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { api, type VideoSummary } from '@vireo/contract'
import { useCallback } from 'react'
import { call } from '../../../lib/api-client.ts'
import { type DocPages, flattenPages } from '../../../lib/query/paged-docs.ts'
import type { PlayedRange } from '../../playback/player/playback-events/report-played.ts'
import { videoListQuery, videoQuery } from '../../publishing/videos/api.ts'
import { isUnfinished } from '../../publishing/videos/processing/processing-list.ts'

const refetchEveryMs = 3000

/** Refetches while the person's own video is still being processed. */
export function useWatchedVideo(id: string) {
  return useQuery({
    ...videoQuery(id),
    // The route's loader has just tried, so an error is shown without a retry.
    retryOnMount: false,
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data) ? refetchEveryMs : false),
  })
}

const mostViewedQuery = videoListQuery({ sortBy: 'views', sortType: 'desc' })

/** The most viewed videos without the one that is being watched. */
export function useRelated(videoId: string) {
  const select = useCallback(
    (data: DocPages<VideoSummary>): VideoSummary[] => flattenPages(data).filter(({ _id }) => _id !== videoId),
    [videoId],
  )
  return useInfiniteQuery({ ...mostViewedQuery, select })
}

/** Returns an address that downloads the video. */
export function useDownload() {
  return useMutation({
    mutationFn: (id: string) => call(api.videos.download, { params: { id } }),
  })
}

/** `keepalive`: sent even when the page is being closed. */
export function addToHistory(videoId: string, position?: number) {
  const body = { position, reportsViews: true }
  return call(api.history.add, { params: { videoId }, body, keepalive: true })
}

export function recordView(id: string, viewToken: string) {
  return call(api.videos.recordView, { params: { id }, body: { viewToken }, keepalive: true })
}

export function recordPlayed(id: string, viewToken: string, ranges: PlayedRange[]) {
  return call(api.statistics.recordPlayed, { params: { id }, body: { viewToken, ranges }, keepalive: true })
}

export const fetchFailure = 'Failed to fetch video'
