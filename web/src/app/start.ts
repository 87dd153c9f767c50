import { watchPath } from '../navigation/watch-path.ts'

// What index.html runs. On a video's page the picture comes first, and the app is drawn around it.
const patienceMs = 700

const [, videoId] = new RegExp(watchPath).exec(window.location.pathname) ?? []
const picture =
  videoId && import('../features/watch/early/early-video.ts').then((m) => m.startEarlyVideo(videoId))
const patience = picture && new Promise((resolve) => setTimeout(resolve, patienceMs))
// If the video fails here, it fails again in the app, which shows an error.
void Promise.race([picture, patience])
  .catch(() => {})
  .then(() => import('./main.tsx'))
