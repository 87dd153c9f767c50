import { useQueryClient } from '@tanstack/react-query'
import type { ManagedSubscription, SubscriptionSort } from '@vireo/contract'
import { Rss } from 'lucide-react'
import { memo, type Ref, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useLongList } from '../../../../lib/query/use-long-list.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { Avatar } from '../../../../ui/avatar/avatar.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { SkeletonLines, SkeletonList } from '../../../../ui/feedback/skeleton-list.tsx'
import { longestQuery, SearchWhileTyping } from '../../../../ui/forms/fields/search-while-typing.tsx'
import { Select } from '../../../../ui/forms/fields/select.tsx'
import { PagedList } from '../../../../ui/lists/paged-list.tsx'
import { SubscribeButton, SubscriberCount } from '../subscribe-button.tsx'
import { managedSubscriptionsQuery } from './api.ts'

const sorts: [SubscriptionSort, string][] = [
  ['name', 'By name'],
  ['newest', 'Newest subscription'],
  ['activity', 'Latest activity'],
]
const rowClass = 'flex min-h-16 flex-wrap items-center justify-end gap-x-4 gap-y-1 py-2'

/** The search and the order are in the address, as with the watch history. */
export function ManagedSubscriptions() {
  const [params, setParams] = useSearchParams()
  const query = params.get('q')?.trim().slice(0, longestQuery) ?? ''
  const sort = sorts.find(([value]) => value === params.get('sort'))?.[0] ?? 'name'
  const list = useLongList(managedSubscriptionsQuery(useQueryClient(), { sort, ...(query && { query }) }))
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(params)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <SearchWhileTyping
          label="Search subscriptions"
          query={query}
          onSearch={(text) => change('q', text)}
        />
        <Select
          aria-label="Sort by"
          value={sort}
          onChange={({ target: { value } }) => change('sort', value === 'name' ? '' : value)}
          className="h-11"
        >
          {sorts.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <PagedList
        list={list}
        failure="Your subscriptions could not be loaded. Please try again"
        loading={
          <SkeletonList label="Loading subscriptions" count={8} className="grid">
            <RowSkeleton />
          </SkeletonList>
        }
        empty={query ? <NothingFound query={query} /> : <NoSubscriptions />}
      >
        {(subscriptions, ref) => <Rows ref={ref} subscriptions={subscriptions} />}
      </PagedList>
    </>
  )
}

const NothingFound = ({ query }: { query: string }) => (
  <EmptyState icon={<Rss />} text={`None of your channels is called “${query}”.`} />
)

const NoSubscriptions = () => (
  <EmptyState
    icon={<Rss />}
    text="You have not subscribed to any channel yet."
    action={
      <Button asChild variant="primary">
        <Link to={paths.home()}>Browse videos</Link>
      </Button>
    }
  />
)

type RowsProps = { subscriptions: ManagedSubscription[]; ref: Ref<HTMLUListElement> }

function Rows({ subscriptions, ref }: RowsProps) {
  return (
    <ul ref={ref} aria-label="Subscriptions" className="grid divide-y divide-border">
      {subscriptions.map((subscription) => (
        <li key={subscription._id} className="min-w-0">
          <Row subscription={subscription} />
        </li>
      ))}
    </ul>
  )
}

/** An ended subscription stays in its place until the next visit, to be taken up again. */
const Row = memo(function Row({ subscription: { _id, channel } }: { subscription: ManagedSubscription }) {
  const id = useId()
  return (
    <article aria-labelledby={id} className={rowClass}>
      <Link
        to={paths.profile(channel.username)}
        className="flex min-h-11 min-w-40 grow basis-0 items-center gap-3 rounded-control"
      >
        <Avatar name={channel.fullname} src={channel.avatar} size="md" />
        <span className="min-w-0">
          <span id={id} dir="auto" className="block truncate font-medium">
            {channel.fullname}
          </span>
          <span className="block truncate text-muted">
            @{channel.username} · <SubscriberCount channelId={_id} />
          </span>
        </span>
      </Link>
      <SubscribeButton channelId={_id} isBellKnown className="min-w-44" />
    </article>
  )
})

function RowSkeleton() {
  return (
    <div className={rowClass}>
      <Skeleton className="size-10 rounded-full" />
      <SkeletonLines lines={['h-4 w-1/3', 'h-4 w-1/4']} className="grid grow content-start gap-2" />
    </div>
  )
}
