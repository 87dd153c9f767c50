import type { PlayableVideo } from '../player-types.ts'
import { startPosition } from '../start-position.ts'
import { warmHls } from './hls-engine.ts'
import { prepareEngine } from './open-engine.ts'

/** Begins to load a video before there is a <video> for it. A failure is the player's to meet, and to show. */
export function warmPlayer({ hls, videofile: file, resumeAt, duration }: PlayableVideo) {
  const startAt = startPosition(resumeAt, duration)
  prepareEngine({ hls, file }).then(
    (Hls) => Hls && hls && warmHls(Hls, hls, startAt),
    () => {},
  )
}
