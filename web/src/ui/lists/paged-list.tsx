import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react'
import { useRetry } from '../../lib/query/use-retry.ts'
import { ErrorState } from '../feedback/error-state.tsx'
import { ListEnd } from './list-end.tsx'

/** The state of an infinite query whose pages are flattened into one list. */
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
  /** Shown when the first page or a later one cannot be loaded. */
  failure: string
  /** Skeletons of the final size. */
  loading: ReactNode
  empty: ReactNode
  /** Renders the list. Each item has one <article> inside the element with the ref. */
  children: (items: Item[], ref: RefObject<Container | null>) => ReactNode
}

/** Every state of a list: loading, failed, empty, loading more on scroll, and its end. */
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
  // New items push the button down, so the focus moves from it to the first of them.
  const firstNewIndex = useRef<number>(undefined)
  const loadMoreAndFocus = () => {
    firstNewIndex.current = items?.length
    void fetchNextPage()
  }
  useEffect(() => {
    const next = element.current?.querySelectorAll('article')[firstNewIndex.current ?? Number.NaN]
    if (!next || !items) return
    firstNewIndex.current = undefined
    const target = next.querySelector<HTMLElement>('h2 a, h3 a') ?? next.querySelector<HTMLElement>('a')
    target?.focus({ preventScroll: true })
  }, [items])

  if (isRetrying || (list.isError && !items))
    return <ErrorState message={failure} onRetry={retry} isRetrying={isRetrying} />
  if (list.isPending || !items) return loading
  // Even if all loaded items were deleted, later pages may have some.
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
        onPress={loadMoreAndFocus}
        endText="That’s all for now."
      />
    </>
  )
}
