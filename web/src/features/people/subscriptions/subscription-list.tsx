import type { SubscribedChannel } from '@vireo/contract'
import { ChevronRight, Rss } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import { useSubscribedChannels } from './api.ts'

/** For signed-in people. Renders nothing until they subscribe to a channel. */
export function SubscriptionList({ isExpanded }: { isExpanded: boolean }) {
  const { data } = useSubscribedChannels({ isEnabled: true })
  if (!data?.length) return null
  return (
    <section aria-labelledby="subscriptions" className="border-t border-border pt-3">
      <h2 id="subscriptions" className="pb-0.5 text-sm">
        <FeedLink isExpanded={isExpanded} />
      </h2>
      <ul className="grid gap-0.5">
        {data.map((subscription) => (
          <li key={subscription._id}>
            <ChannelLink {...subscription} isExpanded={isExpanded} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The heading links to the subscription feed. Collapsed, it is an icon like the links above. */
function FeedLink({ isExpanded }: { isExpanded: boolean }) {
  const isCurrent = useLocation().pathname === paths.subscriptions()
  return (
    <Tooltip text="Subscriptions" side="right" isDisabled={isExpanded}>
      <Link
        to={paths.subscriptions()}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'flex h-11 items-center rounded-control transition-colors hover:bg-surface-2 focus-visible:-outline-offset-2',
          'aria-[current=page]:bg-surface-2 aria-[current=page]:[&_svg]:text-accent [&_svg]:stroke-[1.75]',
          isExpanded ? 'justify-between px-3 [&_svg]:size-4' : 'justify-center [&_svg]:size-5',
        )}
      >
        <span className={isExpanded ? undefined : 'sr-only'}>Subscriptions</span>
        {isExpanded ? <ChevronRight aria-hidden="true" /> : <Rss aria-hidden="true" />}
      </Link>
    </Tooltip>
  )
}

export function ChannelLink({ channel, isLive, isExpanded }: SubscribedChannel & { isExpanded: boolean }) {
  const rowClass = cn(
    'flex h-11 items-center gap-3 rounded-control text-sm',
    isExpanded ? 'px-2.5' : 'justify-center',
  )
  const content = (
    <>
      <span className="relative">
        <Avatar name={channel.fullname} src={channel.avatar} size={isExpanded ? 'xs' : 'sm'} />
        {isLive && !isExpanded && <LiveMarker className="absolute -bottom-1 left-1/2 -translate-x-1/2" />}
      </span>
      <span dir="auto" className={isExpanded ? 'grow truncate text-left' : 'sr-only'}>
        {channel.fullname}
      </span>
      {isLive && isExpanded && <LiveMarker />}
    </>
  )
  return (
    <Tooltip text={channel.fullname} side="right" isDisabled={isExpanded}>
      <Link
        to={paths.profile(channel.username)}
        className={cn(rowClass, 'transition-colors hover:bg-surface-2 focus-visible:-outline-offset-2')}
      >
        {content}
      </Link>
    </Tooltip>
  )
}

function LiveMarker({ className }: { className?: string }) {
  return (
    <span
      className={cn(
        'rounded bg-danger px-1 text-[0.625rem] leading-4 font-bold tracking-wide text-on-danger',
        className,
      )}
    >
      LIVE
    </span>
  )
}
