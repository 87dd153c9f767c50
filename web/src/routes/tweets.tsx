import { PenLine } from 'lucide-react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { TweetFeed, tweetFeedQuery } from '../features/pages/feeds/tweet-feed.tsx'
import { useCurrentUser } from '../features/people/accounts/api.ts'
import { usePageTitle } from '../lib/hooks/page-title.ts'
import { paths } from '../navigation/links/paths.ts'
import { loadList } from '../navigation/load-list.ts'
import { Button } from '../ui/buttons/button.tsx'

/** In an object, so that the navigation does not wait for it: the page has a skeleton. */
export const loader = ({ context }: LoaderFunctionArgs) => ({ tweets: loadList(context, tweetFeedQuery) })

export function Component() {
  usePageTitle('Tweets')
  const { user } = useCurrentUser()
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-2xl">Tweets</h1>
        {user && (
          <Button asChild variant="primary">
            <Link to={paths.createTweet()}>
              <PenLine />
              Create Tweet
            </Link>
          </Button>
        )}
      </div>
      <TweetFeed />
    </div>
  )
}
