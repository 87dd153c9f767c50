import type { Channel } from '@vireo/contract'
import { CalendarDays, MapPin, Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useHeadingFocus } from '../../app/use-heading-focus.ts'
import { formatCount, formatJoined } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCurrentUser } from '../account/api.ts'
import { MentionLink } from '../account/mention-link.tsx'
import { SubscribeButton } from '../subscriptions/subscribe-button.tsx'
import { SubscriberCount } from '../subscriptions/subscriber-count.tsx'
import { ProfileCover } from './profile-cover.tsx'

// Not for visitors.
const ProfileMenu = lazy(() => import('./profile-menu.tsx').then((m) => ({ default: m.ProfileMenu })))

const defaultLocation = 'West Bengal, India'
const defaultBio = (name: string) => `Hello friends, I'm ${name}. Follow for more content.`

/** Who it is. */
export function ProfileHeader({ channel }: { channel: Channel }) {
  const { fullname, username, avatar, coverimage, createdAt } = channel
  const heading = useHeadingFocus(channel._id)
  return (
    <header>
      <ProfileCover coverimage={coverimage} />
      <div className="relative flex flex-wrap items-end gap-x-5 gap-y-3 sm:px-4">
        <Avatar
          name={fullname}
          src={avatar}
          size="xl"
          className="-mt-10 border-4 border-bg max-sm:size-24! max-sm:text-4xl!"
        />
        <div className="min-w-0 grow basis-64">
          <h1 ref={heading} dir="auto" tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
            {fullname}
          </h1>
          <p className="text-muted wrap-anywhere">@{username}</p>
        </div>
        <ProfileAction channelId={channel._id} />
      </div>
      <div className="mt-4 grid gap-2.5 sm:px-4">
        <Counts channel={channel} />
        <p dir="auto" className="max-w-2xl text-base whitespace-pre-line wrap-anywhere">
          <RichText text={channel.bio || defaultBio(fullname)} mention={MentionLink} />
        </p>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted">
          <Fact icon={<MapPin />}>
            <bdi className="wrap-anywhere">{channel.location || defaultLocation}</bdi>
          </Fact>
          <Fact icon={<CalendarDays />}>Joined {formatJoined(createdAt)}</Fact>
        </ul>
      </div>
    </header>
  )
}

/** One's own profile is edited, another's followed. */
function ProfileAction({ channelId }: { channelId: string }) {
  const { user, isLoading } = useCurrentUser()
  if (isLoading) return <Skeleton className="h-10 w-32 rounded-full!" />
  if (user?._id !== channelId)
    return (
      <div className="flex items-center gap-1">
        <SubscribeButton channelId={channelId} />
        <Suspense>{user && <ProfileMenu channelId={channelId} />}</Suspense>
      </div>
    )
  return (
    <Button asChild className="rounded-full!">
      <Link to={paths.settings()}>
        <Pencil aria-hidden="true" />
        Edit Profile
      </Link>
    </Button>
  )
}

function Counts({ channel }: { channel: Channel }) {
  const { _id, channelSubscribedToCount: subscriptions, videosCount: videos } = channel
  return (
    <ul aria-label="Counts" className="flex flex-wrap gap-x-5 gap-y-1 font-medium">
      <li>
        <SubscriberCount channelId={_id} />
      </li>
      <li>
        {formatCount(subscriptions)} {subscriptions === 1 ? 'subscription' : 'subscriptions'}
      </li>
      <li>
        {formatCount(videos)} {videos === 1 ? 'video' : 'videos'}
      </li>
    </ul>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-start gap-1.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  )
}
