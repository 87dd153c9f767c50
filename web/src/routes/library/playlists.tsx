export { PlaylistsScreen as Component } from '../../features/library/playlists/playlists-screen.tsx'
