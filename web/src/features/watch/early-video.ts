import { api } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { preloadPlayer } from '../player/engine/load-hls.ts'
import { createScreen, type Screen } from '../player/engine/screen.ts'
import { startPosition } from '../player/start-position.ts'
import type { VideoDetail } from '../videos/api.ts'
import { drawEarlyFrame } from './early-frame.ts'

let started: { id: string; answer: Promise<VideoDetail> } | undefined
let screen: Screen | undefined

/** Plays a video where its page will have it, before the app's code is run. Answers when its picture is there. */
export async function startEarlyVideo(id: string) {
  preloadPlayer()
  const answer = call(api.video.get, { params: { id } })
  started = { id, answer }
  const { isPlayable, hls, videofile: file, resumeAt, duration } = await answer
  const root = document.getElementById('root')
  // The page may have been quicker.
  if (!isPlayable || !root || root.hasChildNodes()) return
  screen = createScreen()
  const { media, playback } = screen
  drawEarlyFrame(root).append(media)
  const startAt = startPosition(resumeAt, duration)
  playback.load({ source: { hls, file }, startAt, shouldPlay: true, onExpired: () => {} })
  await new Promise((resolve) => media.addEventListener('loadeddata', resolve, { once: true }))
}

/** The answer to the call that was sent for this video already. */
export function earlyAnswer(id: string) {
  return started?.id === id ? started.answer : undefined
}

/** For the player that is the first to show this video. */
export function takeEarlyScreen(id: string) {
  if (started?.id !== id) return undefined
  const taken = screen
  screen = undefined
  return taken
}
