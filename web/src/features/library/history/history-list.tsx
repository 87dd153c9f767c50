import { History, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../navigation/links/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import type { useHistory, WatchedVideo } from './api.ts'
import { dateOf, groupByDay } from './days.ts'
import { HistoryItem, HistoryItemSkeleton } from './history-item.tsx'

const failure = 'Failed to get your watch history. Please Try again'
const skeletons = 6

type HistoryListProps = {
  history: ReturnType<typeof useHistory>
  query: string
  /** True if videos may have been watched even though none is listed. */
  isCleared: boolean
}

export function HistoryList({ history, query, isCleared }: HistoryListProps) {
  const today = useToday()
  return (
    <PagedList<WatchedVideo, HTMLDivElement>
      list={history}
      failure={failure}
      loading={<ListSkeleton />}
      empty={query ? <NothingFound query={query} /> : <NoHistory isCleared={isCleared} />}
    >
      {(videos, ref) => (
        <div ref={ref} className="grid gap-8">
          {groupByDay(videos, today).map(({ date, label, entries }) => (
            <section key={date} aria-labelledby={`day-${date}`} className="min-w-0">
              <h2 id={`day-${date}`} className="mb-3 text-lg">
                {label}
              </h2>
              <ul className="grid gap-4">
                {entries.map((video) => (
                  <li key={video._id} className="min-w-0">
                    <HistoryItem video={video} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </PagedList>
  )
}

function NoHistory({ isCleared }: { isCleared: boolean }) {
  return (
    <EmptyState
      icon={<History />}
      text="No history available."
      detail={isCleared ? undefined : "You haven't watched any video yet"}
      action={
        <Button asChild variant="primary">
          <Link to={paths.home()}>Find something to watch</Link>
        </Button>
      }
    />
  )
}

function NothingFound({ query }: { query: string }) {
  return <EmptyState icon={<SearchX />} text={`Nothing in your watch history matches “${query}”.`} />
}

const checkEveryMs = 30_000

/** Today's date; changes at midnight. */
function useToday() {
  const [today, setToday] = useState(() => dateOf(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dateOf(new Date())), checkEveryMs)
    return () => clearInterval(timer)
  }, [])
  return today
}

function ListSkeleton() {
  return (
    <>
      <Skeleton className="mb-3 h-7 w-24" />
      <SkeletonList label="Loading watch history" count={skeletons} className="grid gap-4">
        <HistoryItemSkeleton />
      </SkeletonList>
    </>
  )
}
