import { createStore } from '../../../../lib/store/store.ts'
import { Attempt } from './attempt.ts'
import type { EngineOptions } from './engine.ts'
import { isSameSource, prepareEngine, type Source } from './open-engine.ts'
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
  /** Its source may be newer than the attempt's. */
  #loading: Loading | undefined
  /** The latest attempt to play what is loaded. */
  #attempt: Attempt | undefined

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
    this.#patch({ isStarting: next.shouldPlay })
    this.#recovery.forget()
    window.addEventListener('online', this.#handleOnline)
    void this.#start(next.startAt, next.shouldPlay)
  }

  /** New addresses of the same video. They are used from the next start on, so that playback is not interrupted. */
  update = (source: Source) => {
    if (!this.#loading || isSameSource(this.#loading.source, source)) return
    this.#loading.source = source
    if (this.#attempt?.isRenewing || this.state.get().trouble === 'broken') this.#restart()
  }

  stop = () => {
    this.#endAttempt()
    this.#attempt = undefined
    this.#loading = undefined
    window.removeEventListener('online', this.#handleOnline)
    this.#patch({ ...idleState, chosenQuality: this.state.get().chosenQuality })
  }

  choose = (quality: QualityChoice) => {
    this.#patch({ chosenQuality: quality })
    // A rendition that was encoded after this source was opened is only in the newest addresses.
    if (this.#attempt?.engine?.choose(quality) === false) this.#restart()
  }

  seekTo = (seconds: number) => {
    if (this.#media.readyState > 0) this.#media.currentTime = seconds
    else this.#restart(seconds)
  }

  /** From the beginning, with the newest addresses. */
  replay = () => {
    if (!this.#attempt) return
    if (this.#hasNewerSource()) return void this.#start(0, true)
    this.#attempt.shouldPlay = true
    this.#media.currentTime = 0
    void this.#play(this.#attempt)
  }

  /** For the Retry button. */
  retry = () => {
    this.#patch({ trouble: 'none', isStarting: true })
    this.#recovery.forget()
    if (this.#attempt) this.#attempt.shouldPlay = true
    this.#loading?.onExpired?.()
    this.#restart()
  }

  unsilence = () => this.#patch({ isSilenced: false })

  #patch(changes: Partial<PlaybackState>) {
    this.state.set({ ...this.state.get(), ...changes })
  }

  #hasNewerSource() {
    return this.#loading && this.#attempt && !isSameSource(this.#loading.source, this.#attempt.source)
  }

  #continue(next: Loading) {
    const attempt = this.#attempt
    if (attempt?.isRenewing) next.onExpired?.()
    // Moving a <video> within the page pauses it.
    else if (attempt?.engine && next.shouldPlay && this.#media.paused && !this.#media.ended)
      void this.#play(attempt)
  }

  async #start(startAt: number, shouldPlay: boolean) {
    if (!this.#loading) return
    this.#endAttempt()
    const { source } = this.#loading
    const attempt = new Attempt(this.#media, { source, startAt, shouldPlay })
    this.#attempt = attempt
    try {
      const Hls = await prepareEngine(source)
      if (attempt.isOver) return
      attempt.open(Hls, this.#engineOptions())
    } catch {
      // hls.js could not be loaded.
      if (!attempt.isOver) this.#handleFailure({ kind: 'network', isFatal: true })
      return
    }
    if (!attempt.engine) return this.#fail()
    this.#patch({ canChooseQuality: attempt.engine.kind === 'hls' })
    if (attempt.shouldPlay) await this.#play(attempt)
  }

  #endAttempt() {
    this.#recovery.cancel()
    this.#attempt?.end()
  }

  #engineOptions(): Omit<EngineOptions, 'url' | 'startAt'> {
    return {
      quality: this.state.get().chosenQuality,
      onFailure: (failure) => this.#handleFailure(failure),
      onData: () => this.#handleData(),
      onQuality: (quality, frameRate) => this.#patch({ quality, frameRate }),
    }
  }

  #handleFailure(failure: Failure) {
    if (failure.kind === 'network') this.#patch({ trouble: 'connection' })
    this.#recovery.handle(failure)
  }

  #handleData() {
    this.#recovery.handleData()
    if (this.state.get().trouble !== 'none') this.#patch({ trouble: 'none' })
  }

  readonly #handleOnline = () => {
    if (this.state.get().trouble === 'connection' && !this.#attempt?.isRenewing) this.#recovery.tryNow()
  }

  async #play(attempt: Attempt) {
    const result = await attempt.play()
    if (result) this.#patch({ isStarting: false, ...(result === 'muted' && { isSilenced: true }) })
  }

  #restart(startAt?: number) {
    const attempt = this.#attempt
    if (attempt) void this.#start(startAt ?? attempt.position(), attempt.shouldPlay || !this.#media.paused)
  }

  #resume() {
    const attempt = this.#attempt
    if (attempt?.engine) attempt.engine.resume()
    else if (attempt) void this.#start(attempt.startAt, attempt.shouldPlay)
  }

  #recover() {
    const wasPlaying = !this.#media.paused
    this.#attempt?.engine?.recover()
    if (wasPlaying && this.#attempt) void this.#play(this.#attempt)
  }

  #renew() {
    if (this.#hasNewerSource()) return this.#restart()
    if (!this.#loading?.onExpired) return this.#fail()
    this.#attempt?.awaitRenewal(() => this.#fail())
    this.#loading.onExpired()
  }

  /** Falls back from HLS to the plain file. */
  #giveUp() {
    if (this.#attempt?.engine?.kind !== 'hls' || !this.#loading?.source.file) return this.#fail()
    this.#loading.source = { ...this.#loading.source, hls: null }
    this.#restart()
  }

  #fail() {
    this.#endAttempt()
    this.#patch({ trouble: 'broken', isStarting: false })
  }
}
