import { lazy, Suspense } from 'react'
import { LinkTab } from '../../app/link-tab.tsx'
import { paths } from '../../app/paths.ts'
import { TabPanel, Tabs, TabsList } from '../../ui/tabs.tsx'
import { ProfileVideos } from './profile-videos.tsx'

const ProfileTweets = lazy(() => import('./profile-tweets.tsx').then((m) => ({ default: m.ProfileTweets })))

const ProfilePlaylists = lazy(() =>
  import('./profile-playlists.tsx').then((m) => ({ default: m.ProfilePlaylists })),
)

export type ProfileTab = 'videos' | 'tweets' | 'playlists'

export function ProfileTabs({ username, tab }: { username: string; tab: ProfileTab }) {
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
