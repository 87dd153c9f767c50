export { LikedScreen as Component } from '../features/liked-videos/liked-screen.tsx'
