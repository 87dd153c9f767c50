import { type Channel, coverAt, coverWidth, coverWidths } from '@vireo/contract'
import { CalendarDays, MapPin, Pencil, Rss } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatCount, formatJoined } from '../../../lib/text/format.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { useCurrentUser } from '../../people/accounts/api.ts'
import { defaultBio, defaultLocation } from '../../people/accounts/default-profile.ts'
import { MentionLink } from '../../people/accounts/mention-link.tsx'
import { UnblockButton } from '../../people/blocks/unblock-button.tsx'
import { SubscribeButton, SubscriberCount } from '../../people/subscriptions/subscribe-button.tsx'

// Only for signed-in people.
const ProfileMenu = lazyPart(() => import('./profile-menu.tsx').then((m) => m.ProfileMenu))

const RssDialog = lazyPart(() => import('./rss-dialog.tsx').then((m) => m.RssDialog))

export function ProfileHeader({ channel }: { channel: Channel }) {
  const { fullname, username, avatar, coverimage, createdAt } = channel
  return (
    <header>
      <ProfileCover coverimage={coverimage} />
      <div className="relative flex flex-wrap items-end gap-x-5 gap-y-3 sm:px-4">
        <Avatar
          name={fullname}
          src={avatar}
          size="xl"
          className="-mt-10 border-4 border-bg max-sm:size-24 max-sm:text-4xl"
        />
        <div className="min-w-0 grow basis-64">
          <h1 dir="auto" tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
            {fullname}
          </h1>
          <p className="text-muted wrap-anywhere">@{username}</p>
        </div>
        <ProfileAction channel={channel} />
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
          <Fact icon={<Rss />}>
            <RssButton username={username} />
          </Fact>
        </ul>
      </div>
    </header>
  )
}

/** Edit on the viewer's own profile, subscribe on another's. */
function ProfileAction({ channel }: { channel: Channel }) {
  const { user, isLoading } = useCurrentUser()
  if (isLoading) return <Skeleton className="h-10 w-32 rounded-full" />
  if (!user) return <SubscribeButton channelId={channel._id} />
  if (user._id !== channel._id) return <MemberActions channel={channel} />
  return (
    <Button asChild className="rounded-full">
      <Link to={paths.settings()}>
        <Pencil aria-hidden="true" />
        Edit Profile
      </Link>
    </Button>
  )
}

function MemberActions({ channel }: { channel: Channel }) {
  return (
    <div className="flex items-center gap-1">
      {channel.isBlocked ? <UnblockButton person={channel} /> : <SubscribeButton channelId={channel._id} />}
      <ProfileMenu channel={channel} fallback={<span className="size-11" />} />
    </div>
  )
}

function Counts({ channel }: { channel: Channel }) {
  const { user } = useCurrentUser()
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
        {/* The list below also has the owner's non-public videos, which are not counted here. */}
        {formatCount(videos)} {user?._id === _id && 'public '}
        {videos === 1 ? 'video' : 'videos'}
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

function RssButton({ username }: Pick<Channel, 'username'>) {
  const { open, dialog } = useLazyDialog(RssDialog, (control) => (
    <RssDialog username={username} {...control} />
  ))
  return (
    <>
      <button
        type="button"
        className="relative hover:text-text hover:underline pointer-coarse:before:absolute pointer-coarse:before:-inset-x-6 pointer-coarse:before:-inset-y-3"
        onPointerEnter={() => void RssDialog.load()}
        onFocus={() => void RssDialog.load()}
        onClick={open}
      >
        Feeds
      </button>
      {dialog}
    </>
  )
}

/** Decoration with an aspect ratio of 4:1; an empty surface without a picture. */
function ProfileCover({ coverimage }: Pick<Channel, 'coverimage'>) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className="-mx-4 -mt-6 aspect-4/1 overflow-hidden bg-surface-2 sm:mx-0 sm:mt-0 sm:rounded-card">
      {coverimage && coverimage !== failed && (
        <img
          src={coverimage}
          srcSet={coverWidths.map((width) => `${coverAt(coverimage, width)} ${width}w`).join(', ')}
          sizes="(width < 56rem) 100vw, 56rem"
          alt=""
          width={coverWidth}
          height={coverWidth / 4}
          fetchPriority="high"
          onError={() => setFailed(coverimage)}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}
