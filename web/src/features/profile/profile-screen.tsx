import { Navigate } from 'react-router'
import { MissingPage } from '../../app/missing-page.tsx'
import { paths } from '../../app/paths.ts'
import { isNotFound } from '../../lib/api-client.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useRetry } from '../../lib/use-retry.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { useChannel } from './api.ts'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { type ProfileTab, ProfileTabs } from './profile-tabs.tsx'

const failure = 'This profile could not be loaded. Please try again'

type ProfileScreenProps = { username: string; tab: ProfileTab }

/** Which of its states the page is in. */
export function ProfileScreen({ username, tab }: ProfileScreenProps) {
  const { data: channel, error, refetch } = useChannel(username)
  const { isRetrying, retry } = useRetry(refetch)
  const isMissing = isNotFound(error)
  usePageTitle(isMissing ? 'Profile not found' : channel?.fullname)

  if (isMissing) return <MissingPage title="Profile not found" text="Check the name in the address." />
  if (!channel && (error || isRetrying))
    return <ErrorState message={failure} onRetry={retry} isRetrying={isRetrying} />
  // A name is found however it is written; its page has one address.
  if (channel && channel.username !== username)
    return <Navigate to={paths.profile(channel.username, tab === 'videos' ? undefined : tab)} replace />
  return (
    <div className="mx-auto max-w-4xl">
      {channel ? <ProfileHeader channel={channel} /> : <ProfileSkeleton />}
      <ProfileTabs username={username} tab={tab} />
    </div>
  )
}
