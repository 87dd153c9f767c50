import { createCell } from '../cell.ts'
import type { QualityChoice } from '../qualities.ts'
import { type Failure, recentMs, remedyFor, retryDelayMs } from '../retry-policy.ts'
import type { Engine } from './engine.ts'
import { isSameSource, openEngine, prepareEngine, type Source } from './open-engine.ts'
import { idleState, type PlaybackState } from './playback-state.ts'
import { startPlaying } from './start-playing.ts'

type Loading = {
  source: Source
  startAt: number
  shouldPlay: boolean
  /** Asked for when the addresses ran out; new ones come through `update`. */
  onExpired: () => void
}

/** How long new addresses may take to come. */
const renewalMs = 10_000

/** Keeps one video coming, whatever happens on the way. Knows nothing of controls. */
export function createPlayback(getMedia: () => HTMLVideoElement | undefined) {
  const state = createCell<PlaybackState>(idleState)
  const patch = (changes: Partial<PlaybackState>) => state.set({ ...state.get(), ...changes })

  let loading: Loading | undefined
  let loaded: Source | undefined
  let engine: Engine | undefined
  /** Tells the present start from the ones before, whose answers may still come. */
  let run = 0
  let startAt = 0
  let shouldPlay = false
  let attempt = 0
  let failedAt: number[] = []
  let renewedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const position = () => {
    const media = getMedia()
    return media && media.readyState > 0 ? media.currentTime : startAt
  }
  const isPlaying = () => getMedia()?.paused === false

  function close() {
    run += 1
    clearTimeout(timer)
    engine?.destroy()
    engine = undefined
  }

  async function start(from: number) {
    if (!loading) return
    close()
    const thisRun = run
    const isCurrent = () => thisRun === run
    const source = loading.source
    loaded = source
    startAt = from
    try {
      const Hls = await prepareEngine(source)
      const media = getMedia()
      if (!isCurrent() || !media) return
      // Someone may have pressed Play meanwhile; opening a source pauses the element.
      shouldPlay ||= !media.paused
      engine = openEngine(Hls, media, source, {
        startAt: from,
        quality: state.get().chosenQuality,
        onFailure: (failure) => isCurrent() && handleFailure(failure),
        onFlow: () => isCurrent() && handleFlow(),
        onQuality: (quality) => isCurrent() && patch({ quality }),
      })
    } catch {
      // hls.js itself did not come.
      if (isCurrent()) handleFailure({ kind: 'network', isFatal: true })
      return
    }
    if (!engine) return patch({ trouble: 'broken' })
    patch({ canChooseQuality: engine.kind === 'hls' })
    if (shouldPlay) await play()
  }

  async function play() {
    const media = getMedia()
    if (!media) return
    const thisRun = run
    const answer = await startPlaying(media)
    // Interrupted by a new start, which will play by itself.
    if (thisRun !== run) return
    shouldPlay = false
    if (answer === 'muted') patch({ isSilenced: true })
  }

  function restart(from = position()) {
    shouldPlay ||= isPlaying()
    return start(from)
  }

  function handleFlow() {
    attempt = 0
    if (state.get().trouble !== 'none') patch({ trouble: 'none' })
  }

  function handleFailure(failure: Failure) {
    const now = performance.now()
    failedAt = failedAt.filter((time) => now - time < recentMs)
    const remedy = remedyFor(failure, failedAt.length)
    if (failure.kind === 'network') patch({ trouble: 'connection' })
    else failedAt.push(now)

    if (remedy === 'retry') {
      clearTimeout(timer)
      timer = setTimeout(resume, retryDelayMs(attempt))
      attempt += 1
    } else if (remedy === 'renew') renew(now)
    else if (remedy === 'recover') recover()
    else if (remedy === 'reload') void restart()
    else if (remedy === 'give-up') giveUp()
  }

  function resume() {
    clearTimeout(timer)
    if (engine) engine.resume()
    else void start(startAt)
  }

  function recover() {
    const wasPlaying = isPlaying()
    engine?.recover()
    if (wasPlaying) void play()
  }

  function renew(now: number) {
    if (loading && loaded && !isSameSource(loading.source, loaded)) return void restart()
    if (now - renewedAt < renewalMs) return giveUp()
    renewedAt = now
    timer = setTimeout(giveUp, renewalMs)
    loading?.onExpired()
  }

  /** The plain file is the last resort; after that only a person can help. */
  function giveUp() {
    if (engine?.kind === 'hls' && loading?.source.file) {
      loading.source = { ...loading.source, hls: null }
      void restart()
      return
    }
    close()
    patch({ trouble: 'broken' })
  }

  function handleOnline() {
    if (state.get().trouble !== 'connection') return
    attempt = 0
    resume()
  }

  return {
    state,
    load(next: Loading) {
      loading = next
      shouldPlay = next.shouldPlay
      failedAt = []
      window.addEventListener('online', handleOnline)
      void start(next.startAt)
    },
    /** New addresses of the same video: for the next start, so that what plays is not interrupted. */
    update(source: Source) {
      if (!loading || isSameSource(loading.source, source)) return
      loading.source = source
      const isWaiting = performance.now() - renewedAt < renewalMs && state.get().trouble !== 'none'
      if (isWaiting) void restart()
    },
    stop() {
      close()
      loading = undefined
      window.removeEventListener('online', handleOnline)
      patch({ ...idleState, chosenQuality: state.get().chosenQuality })
    },
    choose(quality: QualityChoice) {
      patch({ chosenQuality: quality })
      // One that was made after this source was opened is in the newest addresses.
      if (engine && !engine.choose(quality)) void restart()
    },
    seekTo(seconds: number) {
      const media = getMedia()
      if (media && media.readyState > 0) media.currentTime = seconds
      else void restart(seconds)
    },
    /** From the start again, with what is newest. */
    replay() {
      const media = getMedia()
      shouldPlay = true
      if (loading && loaded && !isSameSource(loading.source, loaded)) return void start(0)
      if (media) media.currentTime = 0
      void play()
    },
    /** A person asks once more. */
    retry() {
      patch({ trouble: 'none' })
      attempt = 0
      failedAt = []
      shouldPlay = true
      loading?.onExpired()
      void restart()
    },
    unsilence: () => patch({ isSilenced: false }),
  }
}

export type Playback = ReturnType<typeof createPlayback>
