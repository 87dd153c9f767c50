import { useParams } from 'react-router'
import { PlaylistScreen } from '../features/playlists/playlist-screen.tsx'

export function Component() {
  const { playlistId = '' } = useParams()
  return <PlaylistScreen key={playlistId} id={playlistId} />
}
