import { api } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { mainClass, sidebarClass, topBarClass } from '../../../../navigation/frame-class.ts'
import {
  createHeadlessPlayer,
  type HeadlessPlayer,
  isPortrait,
  playerClass,
} from '../../../playback/player/engine/headless-player.ts'
import { startPosition } from '../../../playback/player/engine/start-position.ts'
import { preloadPlayer } from '../../../playback/player/load-hls.ts'
import type { VideoDetail } from '../../../publishing/videos/api.ts'
import { layoutClass, playerPlaceClass, readTheatre, wideQuery } from './layout.ts'

/** If the app has not taken over by then, the browser's own controls are shown. */
const controlsAfterMs = 2000

let started: { id: string; answer: Promise<VideoDetail>; player?: HeadlessPlayer } | undefined
let controlsTimer: ReturnType<typeof setTimeout> | undefined

/** Plays a video where its page will show it, before the app runs. Resolves at the first frame. */
export async function startEarlyVideo(id: string) {
  preloadPlayer()
  const answer = call(api.videos.get, { params: { id } })
  const current: typeof started = { id, answer }
  started = current
  const video = await answer
  const { isPlayable, hls, videofile: file, resumeAt, duration } = video
  const root = document.getElementById('root')
  // The app may have been quicker.
  if (!isPlayable || !root || root.hasChildNodes()) return
  current.player = createHeadlessPlayer()
  const { media, playback } = current.player
  drawEarlyFrame(root, isPortrait(video)).append(media)
  controlsTimer = setTimeout(() => {
    media.controls = true
  }, controlsAfterMs)
  const startAt = startPosition({ search: window.location.search, resumeAt, duration })
  playback.load({ source: { hls, file }, startAt, shouldPlay: true, onExpired: () => {} })
  await new Promise((resolve) => media.addEventListener('loadeddata', resolve, { once: true }))
}

/** The answer to the request that was already sent for this video. */
export function earlyAnswer(id: string) {
  return started?.id === id ? started.answer : undefined
}

/** The player that is already playing this video. */
export function earlyPlayer(id: string) {
  return started?.id === id ? started.player : undefined
}

/** Called when the page has taken over. */
export function endEarlyVideo() {
  clearTimeout(controlsTimer)
  started = undefined
}

/** Draws the empty page around the player and returns the player's box. React's first render replaces it. */
function drawEarlyFrame(root: Element, isTall: boolean) {
  const isTheatre = readTheatre() && window.matchMedia(wideQuery).matches
  const player = create('section', playerClass(isTheatre, isTall))
  const place = create('div', playerPlaceClass(isTheatre, isTall), player)
  const layout = create('div', layoutClass(isTheatre), place)
  const sidebar = create('aside', sidebarClass(false, true))
  const page = create('div', 'flex min-h-[200dvh]', sidebar, create('main', mainClass, layout))
  // The bar of the first paint stays until the app draws its own.
  const bar = document.querySelectorAll('.frame-bar')
  root.append(create('header', topBarClass, ...bar), page)
  return player
}

function create(name: string, className: string, ...children: Element[]) {
  const element = document.createElement(name)
  element.className = className
  element.append(...children)
  return element
}
