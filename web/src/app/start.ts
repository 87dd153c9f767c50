import { watchPath } from './watch-path.ts'

// What index.html runs. A video's picture comes first; the app is made around it.
const patienceMs = 700

const [, videoId] = new RegExp(watchPath).exec(window.location.pathname) ?? []
const picture = videoId && import('../features/watch/early-video.ts').then((m) => m.startEarlyVideo(videoId))
const patience = picture && new Promise((resolve) => setTimeout(resolve, patienceMs))
// What fails here is met again by the page, which can say so.
void Promise.race([picture, patience])
  .catch(() => {})
  .then(() => import('./main.tsx'))
