import { createRateMeter } from './rate-meter.ts'

export type TransferPhase = 'sending' | 'paused' | 'waiting' | 'publishing'
export type TransferState = {
  phase: TransferPhase
  sent: number
  total: number
  bytesPerSecond: number | undefined
}

const showEveryMs = 200

/** How far a transfer is, for whoever shows it. Outside React: it changes far more often than it is shown. */
export function createTransferState(total: number) {
  const meter = createRateMeter()
  const listeners = new Set<() => void>()
  let state: TransferState = { phase: 'sending', sent: 0, total, bytesPerSecond: undefined }
  let shownAt = 0

  const change = (changes: Partial<TransferState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Time without sending says nothing about the speed, so that is measured anew. */
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
