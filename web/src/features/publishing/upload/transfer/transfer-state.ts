import { createStore } from '../../../../lib/store/store.ts'

/**
 * What an interrupted transfer waits for. `waiting`: the connection. `no-room`: space on the server. `too-many`: the
 * person's other uploads.
 */
export type AwaitedPhase = 'waiting' | 'no-room' | 'too-many'
/** `queued`: other files are sent first. `sent`: complete, but the form is not submitted. */
export type TransferPhase = 'queued' | 'sending' | 'paused' | AwaitedPhase | 'sent' | 'publishing'
export type TransferState = {
  phase: TransferPhase
  sent: number
  total: number
  bytesPerSecond: number | undefined
}

const showEveryMs = 200

/** The progress of a transfer. Outside React, because it changes far more often than it is shown. */
export function createTransferState(total: number) {
  const meter = createRateMeter()
  const state = createStore<TransferState>({ phase: 'queued', sent: 0, total, bytesPerSecond: undefined })
  let shownAt = 0

  const change = (changes: Partial<TransferState>) => state.set({ ...state.get(), ...changes })
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Resets the speed, which must not include the time before the change. */
    setPhase: (phase: TransferPhase) => {
      meter.reset()
      change({ phase, bytesPerSecond: undefined })
    },
    setSent: (sent: number) => {
      const now = performance.now()
      meter.add(now, sent)
      if (now - shownAt < showEveryMs && sent < total && sent > 0) return
      shownAt = now
      change({ sent, bytesPerSecond: meter.bytesPerSecond() })
    },
  }
}

export type TransferProgress = ReturnType<typeof createTransferState>

type Sample = { at: number; sent: number }

const windowMs = 8000
/** Shorter measurements are useless: the first bytes only fill the system's buffers. */
const minWindowMs = 1000

/** The speed of the last seconds, so that it follows changes of the connection. */
export function createRateMeter() {
  let samples: Sample[] = []
  return {
    add: (at: number, sent: number) => {
      samples = [...samples.filter((sample) => sample.at > at - windowMs), { at, sent }]
    },
    /** After a pause or a lost connection: nothing was sent in between. */
    reset: () => {
      samples = []
    },
    bytesPerSecond: (): number | undefined => {
      const first = samples[0]
      const last = samples.at(-1)
      if (!first || !last || last.at - first.at < minWindowMs) return undefined
      return ((last.sent - first.sent) / (last.at - first.at)) * 1000
    },
  }
}
