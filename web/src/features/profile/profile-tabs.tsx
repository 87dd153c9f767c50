import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { samePage } from '../../app/same-page.ts'
import { Tab, TabPanel, Tabs, TabsList } from '../../ui/tabs.tsx'
import { ProfileVideos } from './profile-videos.tsx'

const ProfileTweets = lazy(() => import('./profile-tweets.tsx').then((m) => ({ default: m.ProfileTweets })))

export type ProfileTab = 'videos' | 'tweets'

/** Each tab has an address of its own and is a link to it. */
export function ProfileTabs({ username, tab }: { username: string; tab: ProfileTab }) {
  return (
    <Tabs value={tab} className="mt-6">
      <TabsList aria-label="What they publish">
        <Tab value="videos" asChild>
          <Link to={paths.profile(username)} state={samePage}>
            Videos
          </Link>
        </Tab>
        <Tab value="tweets" asChild>
          <Link to={paths.profile(username, 'tweets')} state={samePage}>
            Tweets
          </Link>
        </Tab>
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
