import { SubscriptionFeed } from '../features/pages/feeds/subscription-feed.tsx'
import { usePageTitle } from '../lib/hooks/page-title.ts'

/** Reached by signed-in people only: the layout route around it sends visitors to sign in. */
export function Component() {
  usePageTitle('Subscriptions')
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <h1 className="flex min-h-11 items-center text-2xl">Subscriptions</h1>
      <SubscriptionFeed />
    </div>
  )
}
