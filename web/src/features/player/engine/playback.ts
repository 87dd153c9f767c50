import { createCell } from '../cell.ts'
import type { QualityChoice } from '../qualities.ts'
import type { Failure } from '../retry-policy.ts'
import type { Engine } from './engine.ts'
import { isSameSource, openEngine, prepareEngine, type Source } from './open-engine.ts'
import { idleState, type PlaybackState } from './playback-state.ts'
import { createRecovery } from './recovery.ts'
import { startPlaying } from './start-playing.ts'

type Loading = {
  source: Source
  startAt: number
  shouldPlay: boolean
  /** The addresses ran out; new ones come through `update`. */
  onExpired: () => void
}

/** How long new addresses may take to come. */
const renewalMs = 10_000

/** Keeps one video coming, whatever happens on the way. Knows nothing of controls. */
export function createPlayback(media: HTMLVideoElement) {
  const state = createCell<PlaybackState>(idleState)
  const patch = (changes: Partial<PlaybackState>) => state.set({ ...state.get(), ...changes })
  const recovery = createRecovery({ resume, recover, restart, renew, giveUp })

  let loading: Loading | undefined
  let engine: Engine | undefined
  /** What the engine was opened with; `loading.source` may be newer. */
  let opened: Source | undefined
  /** Tells the present start from earlier ones, whose answers may still come. */
  let run = 0
  let startAt = 0
  let shouldPlay = false
  let renewal: ReturnType<typeof setTimeout> | undefined

  const hasNewer = () => loading && opened && !isSameSource(loading.source, opened)
  const isPlaying = () => !media.paused
  const position = () => (media.readyState > 0 ? media.currentTime : startAt)

  function close() {
    run += 1
    recovery.cancel()
    clearTimeout(renewal)
    renewal = undefined
    engine?.destroy()
    engine = undefined
  }

  async function start(from: number) {
    if (!loading) return
    close()
    const thisRun = run
    const isCurrent = () => thisRun === run
    const { source } = loading
    opened = source
    startAt = from
    const handleFailure = (failure: Failure) => {
      if (!isCurrent()) return
      if (failure.kind === 'network') patch({ trouble: 'connection' })
      recovery.handle(failure)
    }
    try {
      const Hls = await prepareEngine(source)
      if (!isCurrent()) return
      // Someone may have pressed Play meanwhile; opening a source pauses the element.
      shouldPlay ||= !media.paused
      engine = openEngine(Hls, media, source, {
        startAt: from,
        quality: state.get().chosenQuality,
        onFailure: handleFailure,
        onFlow: () => isCurrent() && handleFlow(),
        onQuality: (quality) => isCurrent() && patch({ quality }),
      })
    } catch {
      // hls.js itself did not come.
      return handleFailure({ kind: 'network', isFatal: true })
    }
    if (!engine) return fail()
    patch({ canChooseQuality: engine.kind === 'hls' })
    if (shouldPlay) await play()
  }

  async function play() {
    const thisRun = run
    const answer = await startPlaying(media)
    // Interrupted by a new start, which will play by itself.
    if (thisRun !== run) return
    shouldPlay = false
    patch({ isStarting: false, ...(answer === 'muted' && { isSilenced: true }) })
  }

  function handleFlow() {
    recovery.handleFlow()
    if (state.get().trouble !== 'none') patch({ trouble: 'none' })
  }

  function restart(from = position()) {
    shouldPlay ||= isPlaying()
    void start(from)
  }

  function resume() {
    if (engine) engine.resume()
    else void start(startAt)
  }

  function recover() {
    const wasPlaying = isPlaying()
    engine?.recover()
    if (wasPlaying) void play()
  }

  function renew() {
    if (hasNewer()) return restart()
    renewal ??= setTimeout(fail, renewalMs)
    loading?.onExpired()
  }

  /** The plain file is the last resort. */
  function giveUp() {
    if (engine?.kind !== 'hls' || !loading?.source.file) return fail()
    loading.source = { ...loading.source, hls: null }
    restart()
  }

  function fail() {
    close()
    patch({ trouble: 'broken', isStarting: false })
  }

  function handleOnline() {
    if (state.get().trouble === 'connection' && !renewal) recovery.tryNow()
  }

  return {
    state,
    /** What is under way already goes on. */
    load(next: Loading) {
      const isUnderWay =
        loading && isSameSource(loading.source, next.source) && loading.startAt === next.startAt
      loading = next
      if (isUnderWay) {
        if (renewal) next.onExpired()
        // Whoever moved the <video> may have paused it.
        else if (engine && next.shouldPlay && media.paused && !media.ended) void play()
        return
      }
      shouldPlay = next.shouldPlay
      patch({ isStarting: shouldPlay })
      recovery.forget()
      window.addEventListener('online', handleOnline)
      void start(next.startAt)
    },
    /** New addresses of the same video: for the next start, so that what plays is not interrupted. */
    update(source: Source) {
      if (!loading || isSameSource(loading.source, source)) return
      loading.source = source
      if (renewal || state.get().trouble === 'broken') restart()
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
      if (engine && !engine.choose(quality)) restart()
    },
    seekTo(seconds: number) {
      if (media.readyState > 0) media.currentTime = seconds
      else restart(seconds)
    },
    /** From the beginning, with what is newest. */
    replay() {
      shouldPlay = true
      if (hasNewer()) return void start(0)
      media.currentTime = 0
      void play()
    },
    /** A person asks once more. */
    retry() {
      patch({ trouble: 'none', isStarting: true })
      recovery.forget()
      shouldPlay = true
      loading?.onExpired()
      restart()
    },
    unsilence: () => patch({ isSilenced: false }),
  }
}

export type Playback = ReturnType<typeof createPlayback>
