import { useCallback, useEffect, useRef, useState } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { VideoGrid, VideoGridSkeleton } from '../videos/video-grid.tsx'
import { EmptyFeed } from './empty-feed.tsx'
import { FeedEnd } from './feed-end.tsx'
import { useFeed } from './use-feed.ts'

const skeletons = 8
const failure = 'Failed to fetch videos. Please try again'

/** The newest videos, more of them as one scrolls. */
export function VideoFeed() {
  const { data: videos, isPending, refetch, hasNextPage, fetchNextPage, ...state } = useFeed()
  const list = useRef<HTMLUListElement>(null)
  // A query without data forgets its error as soon as it is asked again; its words stay until the answer.
  const [isRetrying, setIsRetrying] = useState(false)
  const retry = () => {
    setIsRetrying(true)
    void refetch().finally(() => setIsRetrying(false))
  }
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  // The button moves down under what it brought: who pressed it by key goes on with the first of that.
  const goOnAt = useRef<number>(undefined)
  const loadMoreAndGoOn = () => {
    goOnAt.current = videos?.length
    void fetchNextPage()
  }
  useEffect(() => {
    const next = list.current?.children[goOnAt.current ?? Number.NaN]
    if (!next || !videos) return
    goOnAt.current = undefined
    next.querySelector<HTMLElement>('h2 a')?.focus({ preventScroll: true })
  }, [videos])

  if (isRetrying || (state.isError && !videos))
    return <ErrorState message={failure} onRetry={retry} isRetrying={isRetrying} />
  if (isPending) return <VideoGridSkeleton count={skeletons} />
  if (!videos?.length) return <EmptyFeed />
  return (
    <>
      <VideoGrid ref={list} videos={videos} label="Videos" />
      <FeedEnd
        hasMore={hasNextPage}
        isLoading={state.isFetchingNextPage}
        isBlocked={state.isFetching}
        failure={state.isFetchNextPageError ? failure : undefined}
        onNear={loadMore}
        onPress={loadMoreAndGoOn}
      />
    </>
  )
}
