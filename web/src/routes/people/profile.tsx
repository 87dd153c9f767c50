import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { loadProfile, type ProfileTab } from '../../features/pages/profile/api.ts'
import { ProfileScreen } from '../../features/pages/profile/profile-screen.tsx'
import { queryClientContext } from '../../navigation/loader-context.ts'

/** In an object, so that the navigation does not wait for it: the page has a skeleton. */
export const loader = ({ params: { username = '' }, request, context }: LoaderFunctionArgs) => ({
  profile: loadProfile(context.get(queryClientContext), username, tabOf(new URL(request.url))),
})

export function Component() {
  const { username = '' } = useParams()
  return <ProfileScreen key={username} username={username} tab={tabOf(useLocation())} />
}

/** /profile/robin/tweets */
function tabOf({ pathname }: { pathname: string }): ProfileTab {
  const tab = pathname.split('/')[3]
  return tab === 'tweets' || tab === 'playlists' ? tab : 'videos'
}
