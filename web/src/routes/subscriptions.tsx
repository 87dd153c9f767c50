import { Link, useSearchParams } from 'react-router'
import { LiveChannels, SubscriptionFeed } from '../features/pages/feeds/subscription-feed.tsx'
import { usePageTitle } from '../lib/hooks/page-title.ts'
import { LinkTab } from '../navigation/links/link-tab.tsx'
import { paths } from '../navigation/links/paths.ts'
import { Button } from '../ui/buttons/button.tsx'
import { TabPanel, Tabs, TabsList } from '../ui/layout/tabs.tsx'

const filters = [
  ['all', 'All'],
  ['videos', 'Videos'],
  ['tweets', 'Tweets'],
  ['live', 'Live'],
] as const

/** Reached by signed-in people only: the layout route around it sends visitors to sign in. */
export function Component() {
  usePageTitle('Subscriptions')
  const [params] = useSearchParams()
  const shown = filters.find(([filter]) => filter === params.get('show'))?.[0] ?? 'all'
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-2xl">Subscriptions</h1>
        <Button asChild className="rounded-full">
          <Link to={paths.manageSubscriptions()}>Manage</Link>
        </Button>
      </div>
      <Tabs value={shown} className="mt-2">
        <TabsList aria-label="What to show">
          {filters.map(([filter, label]) => (
            <LinkTab
              key={filter}
              value={filter}
              to={paths.subscriptions(filter === 'all' ? undefined : filter)}
            >
              {label}
            </LinkTab>
          ))}
        </TabsList>
        <TabPanel value="all">
          <SubscriptionFeed />
        </TabPanel>
        <TabPanel value="videos">
          <SubscriptionFeed kind="video" />
        </TabPanel>
        <TabPanel value="tweets">
          <SubscriptionFeed kind="tweet" />
        </TabPanel>
        <TabPanel value="live">
          <LiveChannels />
        </TabPanel>
      </Tabs>
    </>
  )
}
