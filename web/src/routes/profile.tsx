import { useMatch, useParams } from 'react-router'
import { ProfileScreen } from '../features/profile/profile-screen.tsx'

export function Component() {
  const { username = '' } = useParams()
  const isTweets = useMatch('/profile/:username/tweets') !== null
  return <ProfileScreen key={username} username={username} tab={isTweets ? 'tweets' : 'videos'} />
}
