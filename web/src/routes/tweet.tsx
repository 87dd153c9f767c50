import { useParams } from 'react-router'
import { TweetScreen } from '../features/pages/tweet-detail/tweet-screen.tsx'
import { RequireSession } from '../features/people/accounts/require-session.tsx'

export function Component() {
  const { tweetId = '' } = useParams()
  return (
    <RequireSession notice="Sign in to see tweet">
      <TweetScreen key={tweetId} tweetId={tweetId} />
    </RequireSession>
  )
}
