import { useParams } from 'react-router'
import { RequireSession } from '../features/account/require-session.tsx'
import { TweetScreen } from '../features/tweet-detail/tweet-screen.tsx'

export function Component() {
  const { tweetId = '' } = useParams()
  return (
    <RequireSession notice="Sign in to see tweet">
      <TweetScreen key={tweetId} tweetId={tweetId} />
    </RequireSession>
  )
}
