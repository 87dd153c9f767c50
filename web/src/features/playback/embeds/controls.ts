import { formatDuration } from '../../../lib/text/format.ts'
import { byId, setIcon } from './elements.ts'
import type { EmbedPlayer, Phase } from './embed-player.ts'

const mediaEvents = [
  'play',
  'pause',
  'playing',
  'waiting',
  'canplay',
  'seeking',
  'seeked',
  'ended',
  'emptied',
  'timeupdate',
  'durationchange',
  'volumechange',
  'enterpictureinpicture',
  'leavepictureinpicture',
]

/** The buttons and everything else over the picture. Each change renders all of it from the player's state. */
export function startControls(player: EmbedPlayer) {
  const { media, playback } = player
  const parts = [showPhase, showTrouble, showPlayButton, showSound, showTime, showToggles]
  const render = () => {
    const focused = document.activeElement
    for (const show of parts) show(player)
    // The pressed button may have been hidden: focus the one that replaces it.
    if (focused?.checkVisibility({ visibilityProperty: true }) === false)
      byId(mainButton(player.phase())).focus()
  }
  for (const type of mediaEvents) media.addEventListener(type, render)
  media.textTracks.addEventListener('change', render)
  document.addEventListener('fullscreenchange', render)
  playback.state.subscribe(render)

  const handlers: Record<string, () => void> = {
    start: player.play,
    play: player.togglePlay,
    replay: player.play,
    retry: playback.retry,
    unmute: () => player.setMuted(false),
    mute: () => player.setMuted(!isSilent(media)),
    'captions-button': player.toggleCaptions,
    pip: player.togglePip,
    fullscreen: player.toggleFullscreen,
  }
  for (const [id, handle] of Object.entries(handlers)) byId(id).addEventListener('click', handle)
  const volume = byId<HTMLInputElement>('volume')
  volume.addEventListener('input', () => player.setVolume(volume.valueAsNumber))
  byId('captions-button').hidden = player.video.captions.length === 0
  byId('pip').hidden = !player.canPip
  byId('fullscreen').hidden = !player.canFullscreen
  handleSiteLinks(player)
  render()
}

const mainButton = (phase: Phase) => (phase === 'idle' ? 'start' : phase === 'ended' ? 'replay' : 'play')

const isSilent = ({ muted, volume }: HTMLVideoElement) => muted || volume === 0

/** The links open the site at the current position, and the video pauses here. */
function handleSiteLinks({ media, timeNow, pause }: EmbedPlayer) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a.watch')) {
    const address = link.href
    link.addEventListener('click', () => {
      const seconds = media.ended ? 0 : Math.floor(timeNow())
      link.href = seconds > 0 ? `${address}?t=${seconds}` : address
      pause()
    })
  }
}

function showPhase({ root, media, phase, playback }: EmbedPlayer) {
  const now = phase()
  root.dataset.phase = now
  const isStalled = now === 'playing' && media.readyState < media.HAVE_FUTURE_DATA
  byId('spinner').hidden = playback.state.get().trouble !== 'none' || !(now === 'starting' || isStalled)
  byId('end').hidden = now !== 'ended'
}

function showTrouble({ media, playback }: EmbedPlayer) {
  const { trouble, isSilenced } = playback.state.get()
  const notice = byId('notice')
  const isBroken = trouble === 'broken'
  const isLost = trouble === 'connection' && media.readyState < media.HAVE_FUTURE_DATA
  notice.hidden = !isBroken && !isLost
  byId('retry').hidden = !isBroken
  const text = isBroken ? 'This video can’t be played right now.' : 'Connection lost. Trying again…'
  const line = byId('notice-text')
  // Screen readers would repeat it with every event.
  if (!notice.hidden && line.textContent !== text) {
    notice.role = isBroken ? 'alert' : 'status'
    line.textContent = text
  }
  byId('unmute').hidden = !isSilenced
}

function showPlayButton({ phase }: EmbedPlayer) {
  const button = byId('play')
  const now = phase()
  const [name, icon] =
    now === 'ended'
      ? ['Replay', 'replay']
      : now === 'playing' || now === 'starting'
        ? ['Pause', 'pause']
        : ['Play', 'play']
  button.ariaLabel = name ?? ''
  setIcon(button, icon ?? '')
}

function showSound({ media }: EmbedPlayer) {
  const audible = isSilent(media) ? 0 : media.volume
  const mute = byId('mute')
  const volume = byId<HTMLInputElement>('volume')
  mute.ariaPressed = String(audible === 0)
  setIcon(mute, audible === 0 ? 'muted' : audible < 0.5 ? 'quiet' : 'loud')
  volume.value = String(audible)
  volume.ariaValueText = `${Math.round(audible * 100)} %`
}

/** Screen readers get the time from the seek bar. */
function showTime({ timeNow, durationNow }: EmbedPlayer) {
  byId('time').textContent = `${formatDuration(timeNow())} / ${formatDuration(Math.round(durationNow()))}`
}

function showToggles({ shownCaptions, isPip, isFullscreen }: EmbedPlayer) {
  byId('captions-button').ariaPressed = String(shownCaptions() !== undefined)
  byId('pip').ariaPressed = String(isPip())
  const fullscreen = byId('fullscreen')
  fullscreen.ariaPressed = String(isFullscreen())
  setIcon(fullscreen, isFullscreen() ? 'minimize' : 'maximize')
}
