import { lazy, Suspense } from 'react'
import { Navigate } from 'react-router'
import { isNotFound } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/hooks/page-title.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { MissingPage } from '../../../navigation/errors/missing-page.tsx'
import { LinkTab } from '../../../navigation/links/link-tab.tsx'
import { paths } from '../../../navigation/links/paths.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TabPanel, Tabs, TabsList } from '../../../ui/layout/tabs.tsx'
import { type ProfileTab, useChannel } from './api.ts'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileVideos } from './profile-videos.tsx'

const ProfileTweets = lazy(() => import('./profile-tweets.tsx').then((m) => ({ default: m.ProfileTweets })))
const ProfilePlaylists = lazy(() =>
  import('./profile-playlists.tsx').then((m) => ({ default: m.ProfilePlaylists })),
)

const failure = 'This profile could not be loaded. Please try again'

type ProfileScreenProps = { username: string; tab: ProfileTab }

/** The profile, or its loading, failed or not-found state. */
export function ProfileScreen({ username, tab }: ProfileScreenProps) {
  const { data: channel, error, refetch } = useChannel(username)
  const { isRetrying, retry } = useRetry(refetch)
  const isMissing = isNotFound(error)
  usePageTitle(isMissing ? 'Profile not found' : channel?.fullname)

  if (isMissing) return <MissingPage title="Profile not found" text="Check the name in the address." />
  if (!channel && (error || isRetrying))
    return <ErrorState message={failure} onRetry={retry} isRetrying={isRetrying} />
  // Lookups ignore case, but the page has one address.
  if (channel && channel.username !== username)
    return <Navigate to={paths.profile(channel.username, tab === 'videos' ? undefined : tab)} replace />
  return (
    <div className="mx-auto max-w-4xl">
      {channel ? <ProfileHeader channel={channel} /> : <ProfileSkeleton />}
      <ProfileTabs username={username} tab={tab} />
    </div>
  )
}

function ProfileTabs({ username, tab }: { username: string; tab: ProfileTab }) {
  return (
    <Tabs value={tab} className="mt-6">
      <TabsList aria-label="What they publish">
        <LinkTab value="videos" to={paths.profile(username)}>
          Videos
        </LinkTab>
        <LinkTab value="tweets" to={paths.profile(username, 'tweets')}>
          Tweets
        </LinkTab>
        <LinkTab value="playlists" to={paths.profile(username, 'playlists')}>
          Playlists
        </LinkTab>
      </TabsList>
      <TabPanel value="videos">
        <ProfileVideos username={username} />
      </TabPanel>
      <TabPanel value="tweets">
        <Suspense>
          <ProfileTweets username={username} />
        </Suspense>
      </TabPanel>
      <TabPanel value="playlists">
        <Suspense>
          <ProfilePlaylists username={username} />
        </Suspense>
      </TabPanel>
    </Tabs>
  )
}

/** The same size as the header. */
function ProfileSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading profile">
      <Skeleton className="-mx-4 -mt-6 aspect-4/1 rounded-none sm:mx-0 sm:mt-0 sm:rounded-card" />
      <div className="relative flex flex-wrap items-end gap-x-5 gap-y-3 sm:px-4">
        <Skeleton className="-mt-10 size-24 rounded-full border-4 border-bg sm:size-32" />
        <div className="grid h-[3.25rem] min-w-0 grow basis-64 content-center gap-2">
          <Skeleton className="h-6 w-56 max-w-full" />
          <Skeleton className="h-4 w-28" />
        </div>
        <Skeleton className="h-10 w-32 rounded-full" />
      </div>
      <div className="mt-4 grid gap-3.5 sm:px-4">
        <Skeleton className="h-4 w-80 max-w-full" />
        <Skeleton className="h-5 w-96 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    </div>
  )
}
