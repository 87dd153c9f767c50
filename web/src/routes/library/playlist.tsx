import { type LoaderFunctionArgs, useParams } from 'react-router'
import { playlistQuery } from '../../features/library/playlists/api.ts'
import { PlaylistScreen } from '../../features/library/playlists/page/playlist-screen.tsx'
import { queryClientContext } from '../../navigation/loader-context.ts'

/** In an object, so that the navigation does not wait for it: the page has a skeleton and shows failures. */
export const loader = ({ params: { playlistId = '' }, context }: LoaderFunctionArgs) => ({
  playlist: context
    .get(queryClientContext)
    .query({ ...playlistQuery(playlistId), staleTime: 'static' })
    .catch(() => {}),
})

export function Component() {
  const { playlistId = '' } = useParams()
  return <PlaylistScreen key={playlistId} id={playlistId} />
}
