import { isSpeed, type Speed } from '../player/engine/settings/speeds.ts'
import type { EmbedPlayer } from './embed-player.ts'

/** Sent in every message, to distinguish later versions. docs/embed.md describes the messages. */
const version = 1
/** At most four times a second, apart from seeks. */
const timeEveryMs = 250

type Command =
  | { type: 'play' | 'pause' | 'getState' }
  | { type: 'seek'; seconds: number }
  | { type: 'mute'; muted: boolean }
  | { type: 'setVolume'; volume: number }
  | { type: 'setPlaybackRate'; rate: Speed }
  | { type: 'setCaptions'; language: string | null }

/** The command in a message from the embedding page; undefined if it is not a command or has a wrong value. */
export function parseCommand(message: unknown): Command | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  const { vireo, type, seconds, muted, volume, rate, language } = message as Record<string, unknown>
  if (vireo !== version) return undefined
  if (type === 'play' || type === 'pause' || type === 'getState') return { type }
  if (type === 'seek' && isNumber(seconds) && seconds >= 0) return { type, seconds }
  if (type === 'mute' && typeof muted === 'boolean') return { type, muted }
  if (type === 'setVolume' && isNumber(volume) && volume >= 0 && volume <= 1) return { type, volume }
  if (type === 'setPlaybackRate' && isSpeed(rate)) return { type, rate }
  if (type === 'setCaptions' && (language === null || typeof language === 'string')) return { type, language }
  return undefined
}

const isNumber = (value: unknown): value is number => Number.isFinite(value)

/** Executes the embedding page's commands and sends it events, with nothing that a viewer could not see. */
export function connectToParent(player: EmbedPlayer) {
  const { parent } = window
  if (parent === window) return
  const send = (type: string) => parent.postMessage({ vireo: version, type, state: stateOf(player) }, '*')
  window.addEventListener('message', ({ source, data }) => {
    const command = source === parent ? parseCommand(data) : undefined
    if (command?.type === 'getState') send('state')
    else if (command) execute(player, command)
  })
  sendEvents(player, send)
  send('ready')
}

function execute(player: EmbedPlayer, command: Command) {
  switch (command.type) {
    case 'play':
      return player.play()
    case 'pause':
      return player.pause()
    case 'seek':
      return player.seekTo(command.seconds)
    case 'mute':
      return player.setMuted(command.muted)
    case 'setVolume':
      return player.setVolume(command.volume)
    case 'setPlaybackRate':
      return player.setSpeed(command.rate)
    case 'setCaptions':
      return player.setCaptions(command.language ?? false)
  }
}

function sendEvents({ media, playback }: EmbedPlayer, send: (type: string) => void) {
  for (const type of ['play', 'pause', 'ended', 'volumechange'])
    media.addEventListener(type, () => send(type))
  let sentAtMs = Number.NEGATIVE_INFINITY
  const sendTime = () => {
    sentAtMs = performance.now()
    send('timeupdate')
  }
  media.addEventListener('timeupdate', () => performance.now() - sentAtMs >= timeEveryMs && sendTime())
  // Otherwise the last position of a paused video is not sent.
  media.addEventListener('seeked', sendTime)
  let wasBroken = false
  playback.state.subscribe(() => {
    const isBroken = playback.state.get().trouble === 'broken'
    if (isBroken && !wasBroken) send('error')
    wasBroken = isBroken
  })
}

const stateOf = ({ media, video, phase, timeNow, durationNow, shownCaptions }: EmbedPlayer) => ({
  time: timeNow(),
  duration: durationNow(),
  paused: media.paused,
  ended: phase() === 'ended',
  muted: media.muted,
  volume: media.volume,
  playbackRate: media.playbackRate,
  captions: shownCaptions()?.language ?? null,
  captionLanguages: video.captions.map(({ language }) => language),
})
