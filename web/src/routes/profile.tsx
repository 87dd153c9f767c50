import { type LoaderFunctionArgs, useMatch, useParams } from 'react-router'
import { loadProfile } from '../features/profile/api.ts'
import { ProfileScreen } from '../features/profile/profile-screen.tsx'
import { queryClientContext } from '../navigation/loader-context.ts'

/** In an object, so that a navigation does not wait: the page has a skeleton. */
export const loader = ({ params: { username = '' }, context }: LoaderFunctionArgs) => ({
  profile: loadProfile(context.get(queryClientContext), username),
})

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
