import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react'
import { useRetry } from '../lib/use-retry.ts'
import { ErrorState } from './error-state.tsx'
import { ListEnd } from './list-end.tsx'

/** What a query of pages tells of itself; its pages come flattened. */
type PagedState<Item> = {
  data: Item[] | undefined
  isPending: boolean
  isError: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
  refetch: () => Promise<unknown>
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<unknown>
}

type PagedListProps<Item, Container> = {
  list: PagedState<Item>
  /** Said when it cannot be loaded, its first page or a later one. */
  failure: string
  /** Skeletons of the final size. */
  loading: ReactNode
  empty: ReactNode
  /** The list itself; each item has one <article> within the element with the ref. */
  children: (items: Item[], ref: RefObject<Container | null>) => ReactNode
}

/** Every state of a list: loading, failed, empty, more of it as one scrolls, and its end. */
export function PagedList<Item, Container extends HTMLElement = HTMLUListElement>({
  list,
  failure,
  loading,
  empty,
  children,
}: PagedListProps<Item, Container>) {
  const { data: items, refetch, fetchNextPage } = list
  const element = useRef<Container>(null)
  const { isRetrying, retry } = useRetry(refetch)
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  // The button moves down under what it brought: who pressed it by key goes on with the first of that.
  const goOnAt = useRef<number>(undefined)
  const loadMoreAndGoOn = () => {
    goOnAt.current = items?.length
    void fetchNextPage()
  }
  useEffect(() => {
    const next = element.current?.querySelectorAll('article')[goOnAt.current ?? Number.NaN]
    if (!next || !items) return
    goOnAt.current = undefined
    const target = next.querySelector<HTMLElement>('h2 a, h3 a') ?? next.querySelector<HTMLElement>('a')
    target?.focus({ preventScroll: true })
  }, [items])

  if (isRetrying || (list.isError && !items))
    return <ErrorState message={failure} onRetry={retry} isRetrying={isRetrying} />
  if (list.isPending || !items) return loading
  // Deleting all that were loaded leaves the pages that were not.
  if (items.length === 0 && !list.hasNextPage) return empty
  return (
    <>
      {children(items, element)}
      <ListEnd
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        isBlocked={list.isFetching}
        failure={list.isFetchNextPageError ? failure : undefined}
        onNear={loadMore}
        onPress={loadMoreAndGoOn}
        endText="That’s all for now."
      />
    </>
  )
}
