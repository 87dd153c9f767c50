export { LikedScreen as Component } from '../../features/library/liked-videos/liked-screen.tsx'
