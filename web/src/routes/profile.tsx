import { useMatch, useParams } from 'react-router'
import { ProfileScreen } from '../features/profile/profile-screen.tsx'

export function Component() {
  const { username = '' } = useParams()
  const isTweets = useMatch('/profile/:username/tweets') !== null
  const isPlaylists = useMatch('/profile/:username/playlists') !== null
  return (
    <ProfileScreen
      key={username}
      username={username}
      tab={isTweets ? 'tweets' : isPlaylists ? 'playlists' : 'videos'}
    />
  )
}
