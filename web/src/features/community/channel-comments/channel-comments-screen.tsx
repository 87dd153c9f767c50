import type { HeldState } from '@vireo/contract'
import { EyeOff, MessageCircleMore } from 'lucide-react'
import { Link } from 'react-router'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { LinkTab } from '../../../navigation/links/link-tab.tsx'
import { paths } from '../../../navigation/links/paths.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'
import { TabPanel, Tabs, TabsList } from '../../../ui/layout/tabs.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { heldQuery } from './api.ts'
import { HeldCard } from './held-card.tsx'

/** The comments on the viewer's videos and tweets that only their authors see. */
export function ChannelCommentsScreen({ state }: { state: HeldState }) {
  return (
    <div className="mx-auto max-w-4xl">
      <h1 className="mb-1 text-2xl">Comments on your channel</h1>
      <p className="mb-3 text-muted">
        Which comments wait for your approval is set for each video and tweet, and in the{' '}
        <Link to={paths.settings('comments-on-your-channel')} className="link">
          settings
        </Link>
        .
      </p>
      <Tabs value={state}>
        <TabsList aria-label="Comments on your channel">
          <LinkTab value="waiting" to={paths.channelComments()}>
            Waiting
          </LinkTab>
          <LinkTab value="hidden" to={paths.channelComments('hidden')}>
            Hidden
          </LinkTab>
        </TabsList>
        <TabPanel value={state} tabIndex={-1}>
          <HeldList key={state} state={state} />
        </TabPanel>
      </Tabs>
    </div>
  )
}

const empty = {
  waiting: <EmptyState icon={<MessageCircleMore />} text="No comments wait for your approval." />,
  hidden: <EmptyState icon={<EyeOff />} text="You have not hidden any comments." />,
}

function HeldList({ state }: { state: HeldState }) {
  const list = useLongList(heldQuery(state))
  return (
    <PagedList
      list={list}
      failure="The comments could not be loaded. Please try again"
      loading={
        <SkeletonList label="Loading comments" count={3}>
          <Skeleton className="mb-4 h-36 rounded-card" />
        </SkeletonList>
      }
      empty={empty[state]}
    >
      {(held, ref) => (
        <ul
          ref={ref}
          aria-label={state === 'waiting' ? 'Comments that wait for approval' : 'Hidden comments'}
          className="grid gap-4"
        >
          {held.map((item) => (
            <li key={item._id} className="min-w-0">
              <HeldCard held={item} state={state} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
