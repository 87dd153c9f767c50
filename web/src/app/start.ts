import { watchPath } from '../navigation/links/watch-path.ts'

// The script of index.html. On a video's page the video starts before the app, which is loaded when the first frame is
// shown, or after this time at the latest.
const maxWaitMs = 700

const [, videoId] = new RegExp(watchPath).exec(window.location.pathname) ?? []
const firstFrame =
  videoId && import('../features/pages/watch/early/early-video.ts').then((m) => m.startEarlyVideo(videoId))
const timeout = firstFrame && new Promise((resolve) => setTimeout(resolve, maxWaitMs))
// If the video fails here, it fails again in the app, which shows an error.
void Promise.race([firstFrame, timeout])
  .catch(() => {})
  .then(() => import('./main.tsx'))
