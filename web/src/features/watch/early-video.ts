import { api } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { preloadPlayer } from '../player/engine/load-hls.ts'
import { createScreen, type Screen } from '../player/engine/screen.ts'
import { startPosition } from '../player/start-position.ts'
import type { VideoDetail } from '../videos/api.ts'
import { drawEarlyFrame } from './early-frame.ts'

/** When there is no page by then, the browser's own controls have to do. */
const controlsAfterMs = 2000

let started: { id: string; answer: Promise<VideoDetail>; screen?: Screen } | undefined
let controlsTimer: ReturnType<typeof setTimeout> | undefined

/** Plays a video where its page will have it, before the app's code is run. Answers when its picture is there. */
export async function startEarlyVideo(id: string) {
  preloadPlayer()
  const answer = call(api.video.get, { params: { id } })
  const own: typeof started = { id, answer }
  started = own
  const { isPlayable, hls, videofile: file, resumeAt, duration } = await answer
  const root = document.getElementById('root')
  // The page may have been quicker.
  if (!isPlayable || !root || root.hasChildNodes()) return
  own.screen = createScreen()
  const { media, playback } = own.screen
  drawEarlyFrame(root).append(media)
  controlsTimer = setTimeout(() => {
    media.controls = true
  }, controlsAfterMs)
  const startAt = startPosition(resumeAt, duration)
  playback.load({ source: { hls, file }, startAt, shouldPlay: true, onExpired: () => {} })
  await new Promise((resolve) => media.addEventListener('loadeddata', resolve, { once: true }))
}

/** The answer to the call that was sent for this video already. */
export function earlyAnswer(id: string) {
  return started?.id === id ? started.answer : undefined
}

/** What plays this video already. */
export function earlyScreen(id: string) {
  return started?.id === id ? started.screen : undefined
}

/** The page has taken over. */
export function endEarlyVideo() {
  clearTimeout(controlsTimer)
  started = undefined
}
