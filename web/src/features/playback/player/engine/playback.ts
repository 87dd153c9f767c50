import { createStore } from '../../../../lib/store/store.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { isSameSource, openEngine, prepareEngine, type Source } from './open-engine.ts'
import { createRecovery } from './recovery.ts'
import type { Failure } from './retry-policy.ts'
import { auto, type QualityChoice } from './settings/qualities.ts'

type PlaybackState = {
  /** connection: retried automatically · broken: needs a person to press Retry */
  trouble: 'none' | 'connection' | 'broken'
  /** Only with hls.js: a browser's own HLS does not let a page choose. */
  canChooseQuality: boolean
  chosenQuality: QualityChoice
  /** The quality on the screen. */
  quality: string | undefined
  /** Of that quality; 0 if it is not known. */
  frameRate: number
  /** Playback has been requested but has not begun. */
  isStarting: boolean
  /** The browser allowed autoplay only without sound. */
  isSilenced: boolean
}

const idleState: PlaybackState = {
  trouble: 'none',
  canChooseQuality: false,
  chosenQuality: auto,
  quality: undefined,
  frameRate: 0,
  isStarting: false,
  isSilenced: false,
}

type Loading = {
  source: Source
  startAt: number
  shouldPlay: boolean
  /** The addresses have expired; the owner passes new ones to `update`. Left out if there are none to get. */
  onExpired?: () => void
}

/** How long to wait for new addresses. */
const renewalMs = 10_000

/** Keeps a <video> supplied with a source, through lost connections and decoder errors. Independent of the controls. */
export class Playback {
  readonly state = createStore<PlaybackState>(idleState)

  readonly #media: HTMLVideoElement
  readonly #recovery = createRecovery({
    resume: () => this.#resume(),
    recover: () => this.#recover(),
    restart: () => this.#restart(),
    renew: () => this.#renew(),
    giveUp: () => this.#giveUp(),
  })
  #loading: Loading | undefined
  #engine: Engine | undefined
  /** What the engine was opened with; `#loading.source` may be newer. */
  #opened: Source | undefined
  /** Counts starts, so that late answers of an earlier one can be ignored. */
  #run = 0
  #startAt = 0
  #shouldPlay = false
  #renewal: ReturnType<typeof setTimeout> | undefined

  constructor(media: HTMLVideoElement) {
    this.#media = media
  }

  // The public functions are bound, so that controls can use them as event handlers.

  /** Does not interrupt a load of the same source that is already under way. */
  load = (next: Loading) => {
    const current = this.#loading
    const isUnderWay =
      current && isSameSource(current.source, next.source) && current.startAt === next.startAt
    this.#loading = next
    if (isUnderWay) return this.#continue(next)
    this.#shouldPlay = next.shouldPlay
    this.#patch({ isStarting: next.shouldPlay })
    this.#recovery.forget()
    window.addEventListener('online', this.#handleOnline)
    void this.#start(next.startAt)
  }

  /** New addresses of the same video. They are used from the next start on, so that playback is not interrupted. */
  update = (source: Source) => {
    if (!this.#loading || isSameSource(this.#loading.source, source)) return
    this.#loading.source = source
    if (this.#renewal || this.state.get().trouble === 'broken') this.#restart()
  }

  stop = () => {
    this.#close()
    this.#loading = undefined
    window.removeEventListener('online', this.#handleOnline)
    this.#patch({ ...idleState, chosenQuality: this.state.get().chosenQuality })
  }

  choose = (quality: QualityChoice) => {
    this.#patch({ chosenQuality: quality })
    // A rendition that was encoded after this source was opened is only in the newest addresses.
    if (this.#engine && !this.#engine.choose(quality)) this.#restart()
  }

  seekTo = (seconds: number) => {
    if (this.#media.readyState > 0) this.#media.currentTime = seconds
    else this.#restart(seconds)
  }

  /** From the beginning, with the newest addresses. */
  replay = () => {
    this.#shouldPlay = true
    if (this.#hasNewerSource()) return void this.#start(0)
    this.#media.currentTime = 0
    void this.#play()
  }

  /** After a failure that needs a person. */
  retry = () => {
    this.#patch({ trouble: 'none', isStarting: true })
    this.#recovery.forget()
    this.#shouldPlay = true
    this.#loading?.onExpired?.()
    this.#restart()
  }

  unsilence = () => this.#patch({ isSilenced: false })

  #patch(changes: Partial<PlaybackState>) {
    this.state.set({ ...this.state.get(), ...changes })
  }

  #hasNewerSource() {
    return this.#loading && this.#opened && !isSameSource(this.#loading.source, this.#opened)
  }

  #continue(next: Loading) {
    if (this.#renewal) next.onExpired?.()
    // Moving a <video> within the page pauses it.
    else if (this.#engine && next.shouldPlay && this.#media.paused && !this.#media.ended) void this.#play()
  }

  #close() {
    this.#run += 1
    this.#recovery.cancel()
    clearTimeout(this.#renewal)
    this.#renewal = undefined
    this.#engine?.destroy()
    this.#engine = undefined
  }

  async #start(from: number) {
    if (!this.#loading) return
    this.#close()
    const run = this.#run
    const { source } = this.#loading
    this.#opened = source
    this.#startAt = from
    try {
      const Hls = await prepareEngine(source)
      if (run !== this.#run) return
      // Play may have been pressed meanwhile; opening a source pauses the element.
      this.#shouldPlay ||= !this.#media.paused
      this.#engine = openEngine(Hls, this.#media, source, this.#engineOptions(run, from))
    } catch {
      // hls.js could not be loaded.
      return this.#handleFailure(run, { kind: 'network', isFatal: true })
    }
    if (!this.#engine) return this.#fail()
    this.#patch({ canChooseQuality: this.#engine.kind === 'hls' })
    if (this.#shouldPlay) await this.#play()
  }

  #engineOptions(run: number, startAt: number): Omit<EngineOptions, 'url'> {
    return {
      startAt,
      quality: this.state.get().chosenQuality,
      onFailure: (failure) => this.#handleFailure(run, failure),
      onData: () => run === this.#run && this.#handleData(),
      onQuality: (quality, frameRate) => run === this.#run && this.#patch({ quality, frameRate }),
    }
  }

  #handleFailure(run: number, failure: Failure) {
    if (run !== this.#run) return
    if (failure.kind === 'network') this.#patch({ trouble: 'connection' })
    this.#recovery.handle(failure)
  }

  #handleData() {
    this.#recovery.handleData()
    if (this.state.get().trouble !== 'none') this.#patch({ trouble: 'none' })
  }

  readonly #handleOnline = () => {
    if (this.state.get().trouble === 'connection' && !this.#renewal) this.#recovery.tryNow()
  }

  async #play() {
    const run = this.#run
    const result = await startPlaying(this.#media)
    // Interrupted by a new start, which plays by itself.
    if (run !== this.#run) return
    this.#shouldPlay = false
    this.#patch({ isStarting: false, ...(result === 'muted' && { isSilenced: true }) })
  }

  #restart(from = this.#media.readyState > 0 ? this.#media.currentTime : this.#startAt) {
    this.#shouldPlay ||= !this.#media.paused
    void this.#start(from)
  }

  #resume() {
    if (this.#engine) this.#engine.resume()
    else void this.#start(this.#startAt)
  }

  #recover() {
    const wasPlaying = !this.#media.paused
    this.#engine?.recover()
    if (wasPlaying) void this.#play()
  }

  #renew() {
    if (this.#hasNewerSource()) return this.#restart()
    if (!this.#loading?.onExpired) return this.#fail()
    this.#renewal ??= setTimeout(() => this.#fail(), renewalMs)
    this.#loading.onExpired()
  }

  /** Falls back from HLS to the plain file. */
  #giveUp() {
    if (this.#engine?.kind !== 'hls' || !this.#loading?.source.file) return this.#fail()
    this.#loading.source = { ...this.#loading.source, hls: null }
    this.#restart()
  }

  #fail() {
    // Closing empties the element; Retry starts where it was.
    this.#startAt = this.#media.currentTime || this.#startAt
    this.#close()
    this.#patch({ trouble: 'broken', isStarting: false })
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
