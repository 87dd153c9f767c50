import { lazy, Suspense } from 'react'
import { LinkTab } from '../../app/link-tab.tsx'
import { paths } from '../../app/paths.ts'
import { TabPanel, Tabs, TabsList } from '../../ui/tabs.tsx'
import { ProfileVideos } from './profile-videos.tsx'

const ProfileTweets = lazy(() => import('./profile-tweets.tsx').then((m) => ({ default: m.ProfileTweets })))

export type ProfileTab = 'videos' | 'tweets'

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
      </TabsList>
      <TabPanel value="videos">
        <ProfileVideos username={username} />
      </TabPanel>
      <TabPanel value="tweets">
        <Suspense>
          <ProfileTweets username={username} />
        </Suspense>
      </TabPanel>
    </Tabs>
  )
}
