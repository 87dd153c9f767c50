import type { HlsClass } from '../load-hls.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { openEngine, type Source } from './open-engine.ts'

type AttemptOptions = {
  source: Source
  startAt: number
  shouldPlay: boolean
}

/** How long to wait for new addresses. */
const renewalMs = 10_000

/**
 * One attempt to play a source. Its engine and timer end with it, and late events are ignored. Only the position and
 * whether to play pass to the next one.
 */
export class Attempt {
  readonly source: Source
  /** Where it starts, or where it was when it ended. */
  startAt: number
  /** Playback has been requested but has not begun. */
  shouldPlay: boolean
  /** Undefined until its code is loaded, and for a source that cannot be played here. */
  engine: Engine | undefined
  isOver = false
  readonly #media: HTMLVideoElement
  #renewal: ReturnType<typeof setTimeout> | undefined

  constructor(media: HTMLVideoElement, { source, startAt, shouldPlay }: AttemptOptions) {
    this.#media = media
    this.source = source
    this.startAt = startAt
    this.shouldPlay = shouldPlay
  }

  open(Hls: HlsClass | undefined, options: Omit<EngineOptions, 'url' | 'startAt'>) {
    // Play may have been pressed meanwhile; opening a source pauses the element.
    this.shouldPlay ||= !this.#media.paused
    const { onFailure, onData, onQuality } = options
    this.engine = openEngine(Hls, this.#media, this.source, {
      ...options,
      startAt: this.startAt,
      onFailure: (failure) => this.isOver || onFailure(failure),
      onData: () => this.isOver || onData(),
      onQuality: (quality, frameRate) => this.isOver || onQuality(quality, frameRate),
    })
  }

  /** Resolves to undefined if the attempt ended first: a new one plays by itself. */
  async play() {
    const result = await startPlaying(this.#media)
    if (this.isOver) return undefined
    this.shouldPlay = false
    return result
  }

  /** Where the next attempt continues. */
  position() {
    return this.#media.readyState > 0 ? this.#media.currentTime : this.startAt
  }

  get isRenewing() {
    return this.#renewal !== undefined
  }

  /** The attempt fails unless the next one begins in time, with new addresses. */
  awaitRenewal(onTimeout: () => void) {
    this.#renewal ??= setTimeout(onTimeout, renewalMs)
  }

  end() {
    // Closing empties the element; Retry starts where it was.
    this.startAt = this.#media.currentTime || this.startAt
    this.isOver = true
    clearTimeout(this.#renewal)
    this.#renewal = undefined
    this.engine?.destroy()
    this.engine = undefined
  }
}

/**
 * Plays; without sound if the browser allows only that.
 * muted: it plays, but we muted it · refused: not even that is allowed · interrupted: a pause or a new load came first
 */
async function startPlaying(
  media: HTMLVideoElement,
): Promise<'playing' | 'muted' | 'refused' | 'interrupted'> {
  const result = await tryToPlay(media)
  if (result !== 'refused' || media.muted) return result
  media.muted = true
  const mutedResult = await tryToPlay(media)
  if (mutedResult === 'playing') return 'muted'
  media.muted = false
  return mutedResult
}

async function tryToPlay(media: HTMLVideoElement): Promise<'playing' | 'refused' | 'interrupted'> {
  try {
    await media.play()
    return 'playing'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'interrupted'
  }
}
