export { PlaylistsScreen as Component } from '../features/playlists/playlists-screen.tsx'
