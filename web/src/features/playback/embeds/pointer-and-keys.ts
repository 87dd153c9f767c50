import { stepSpeed } from '../player/engine/settings/speeds.ts'
import { focusPlaceOf } from '../player/input/focus-place.ts'
import { actionOf, type PlayerAction } from '../player/input/keyboard.ts'
import { byId } from './elements.ts'
import type { EmbedPlayer } from './embed-player.ts'

const hideAfterMs = 3000

/** A press on the picture plays or pauses, a double click goes full screen; a tap shows or hides the controls. */
export function startPointer(player: EmbedPlayer) {
  const { root, media, phase } = player
  const controls = createVisibility(player)
  const surfaces = [media, byId('poster')]
  let isTouch = false
  root.addEventListener('pointerdown', ({ pointerType }) => {
    isTouch = pointerType === 'touch'
  })
  for (const surface of surfaces) {
    surface.addEventListener('click', () => {
      if (isTouch && phase() !== 'idle') controls.toggle()
      else player.togglePlay()
    })
    surface.addEventListener('dblclick', () => !isTouch && player.toggleFullscreen())
  }
}

/** Hidden three seconds after the last movement, unless the video is paused or the controls are in use. */
function createVisibility({ root, media, phase }: EmbedPlayer) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const [bar, header, menu] = [byId('bar'), root.querySelector('header'), byId('menu')]
  // After a tap, the element still counts as hovered.
  const canHover = window.matchMedia('(hover: hover)').matches
  const inUse = canHover ? ':hover, :has(:focus-visible)' : ':has(:focus-visible)'
  const isInUse = () => !menu.hidden || [bar, header].some((part) => part?.matches(inUse))
  const hide = () => {
    if (phase() === 'playing' && !isInUse()) delete root.dataset.visible
    else show()
  }
  const show = () => {
    clearTimeout(timer)
    root.dataset.visible = ''
    if (phase() === 'playing') timer = setTimeout(hide, hideAfterMs)
  }
  root.addEventListener('pointermove', ({ pointerType }) => pointerType !== 'touch' && show())
  root.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'touch' && phase() === 'playing' && !isInUse()) delete root.dataset.visible
  })
  root.addEventListener('focusin', show)
  root.addEventListener('keydown', show)
  for (const type of ['playing', 'pause', 'ended']) media.addEventListener(type, show)
  return {
    toggle: () => {
      if (root.dataset.visible === undefined) show()
      else if (phase() === 'playing') delete root.dataset.visible
    },
  }
}

/** The keys of the site's own player, except those for the page around it. */
export function startKeys(player: EmbedPlayer) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return
    const place = focusPlaceOf(event.target, player.root)
    // Nothing else in this page scrolls.
    const action = actionOf(event, place === 'page' ? 'player' : place)
    if (!action) return
    // A key that is held down keeps seeking, but toggles only once.
    const isHeld = event.repeat && action.type.startsWith('toggle')
    if (isHeld || run(player, action)) event.preventDefault()
  })
}

/** Returns false if this player has no such action. */
function run(player: EmbedPlayer, action: PlayerAction): boolean {
  const { media, timeNow, durationNow } = player
  switch (action.type) {
    case 'toggle-play':
      player.togglePlay()
      return true
    case 'seek-by':
      player.seekTo(timeNow() + action.seconds)
      return true
    case 'seek-to':
      player.seekTo(durationNow() * action.fraction)
      return true
    case 'change-volume':
      player.setVolume((media.muted ? 0 : media.volume) + action.amount)
      return true
    case 'step-speed':
      player.setSpeed(stepSpeed(media.playbackRate, action.direction))
      return true
    case 'toggle-muted':
      player.setMuted(!media.muted)
      return true
    case 'toggle-fullscreen':
      player.toggleFullscreen()
      return true
    case 'toggle-captions':
      player.toggleCaptions()
      return true
    case 'toggle-pip':
      player.togglePip()
      return true
    case 'toggle-loop':
      media.loop = !media.loop
      return true
    default:
      return false
  }
}
