import { uploadsPath } from '@vireo/contract'
import { Upload } from 'tus-js-client'
import { createRateMeter } from './rate-meter.ts'
import { maxTries, retryDelay, toApiError } from './transfer-error.ts'

export type TransferPhase = 'sending' | 'paused' | 'waiting' | 'publishing'
export type TransferState = {
  phase: TransferPhase
  sent: number
  total: number
  bytesPerSecond: number | undefined
}

type TransferOptions = {
  file: File
  /** Goes on there instead of beginning a new upload. */
  uploadUrl: string | null
  /** The address by which it can be continued; null when the one we had is gone. */
  onUrl: (url: string | null) => void
}

export type Transfer = {
  /** The finished upload's id, or null when it was cancelled. */
  finished: Promise<string | null>
  pause: () => void
  resume: () => void
  /** Stops for good; what was sent is removed from the server. */
  cancel: () => void
  /** Stops for good; what was sent stays on the server and can be continued. */
  abandon: () => void
  getState: () => TransferState
  subscribe: (listener: () => void) => () => void
}

export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
}

const showEveryMs = 200
/** A line can die without a word; then nothing moves and no error comes. */
const stalledAfterMs = 30_000

/** Sends one file, over lost connections and restarts of the server, until it is there or is called off. */
export function createTransfer({ file, uploadUrl, onUrl }: TransferOptions): Transfer {
  const endpoint = new URL(uploadsPath, window.location.href).href
  const meter = createRateMeter()
  const listeners = new Set<() => void>()
  let state: TransferState = { phase: 'sending', sent: 0, total: file.size, bytesPerSecond: undefined }
  let shownAt = 0
  let movedAt = performance.now()
  let failures = 0
  let isStopped = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let settle: { resolve: (id: string | null) => void; reject: (error: unknown) => void }
  const finished = new Promise<string | null>((resolve, reject) => {
    settle = { resolve, reject }
  })

  const change = (changes: Partial<TransferState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  const upload = new Upload(file, {
    // With both, tus would answer every failed look at the old upload with a new one from the first byte.
    endpoint: uploadUrl ? null : endpoint,
    uploadUrl,
    // Waiting is done here, so that the page can say that it waits, and for as long as it takes.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => {
      upload.options.endpoint = null
      onUrl(upload.url)
    },
    onProgress: (sent) => {
      const now = performance.now()
      if (sent > state.sent) failures = 0
      movedAt = now
      meter.add(now, sent)
      const isDue = now - shownAt >= showEveryMs || sent === file.size || state.phase !== 'sending'
      if (!isDue) return
      shownAt = now
      change({ phase: 'sending', sent, bytesPerSecond: meter.bytesPerSecond() })
    },
    onSuccess: () => {
      stop()
      change({ phase: 'publishing', sent: file.size })
      settle.resolve(idIn(upload.url))
    },
    onError: (error) => void handleError(error),
  })

  const go = () => {
    clearTimeout(retryTimer)
    meter.reset()
    movedAt = performance.now()
    upload.start()
  }

  const handleError = async (error: Error) => {
    const answer = toApiError(error)
    if (!answer) return fail(error)
    if (answer.status === 404 && upload.url) return startOver()
    failures += 1
    if (failures >= maxTries(answer.status)) return fail(answer)
    // A file that was changed or removed meanwhile looks like a lost connection, and would for ever.
    if (!(await isReadable(file))) return fail(new UnreadableFileError())
    if (isStopped || state.phase === 'paused') return
    change({ phase: 'waiting', bytesPerSecond: undefined })
    retryTimer = setTimeout(go, retryDelay(failures))
  }

  /** What was sent has expired. */
  const startOver = () => {
    upload.url = null
    upload.options.uploadUrl = null
    upload.options.endpoint = endpoint
    onUrl(null)
    change({ sent: 0 })
    go()
  }

  const fail = (error: unknown) => {
    stop()
    settle.reject(error)
  }

  const goAtOnce = () => {
    if (state.phase === 'waiting') go()
  }
  const watchdog = setInterval(() => {
    if (state.phase !== 'sending' || performance.now() - movedAt < stalledAfterMs) return
    void upload.abort()
    change({ phase: 'waiting', bytesPerSecond: undefined })
    go()
  }, 5000)
  window.addEventListener('online', goAtOnce)

  const stop = () => {
    isStopped = true
    clearTimeout(retryTimer)
    clearInterval(watchdog)
    window.removeEventListener('online', goAtOnce)
  }

  go()
  return {
    finished,
    pause: () => {
      if (state.phase === 'publishing') return
      clearTimeout(retryTimer)
      void upload.abort()
      change({ phase: 'paused', bytesPerSecond: undefined })
    },
    resume: () => {
      if (state.phase !== 'paused') return
      change({ phase: 'sending' })
      go()
    },
    cancel: () => {
      stop()
      settle.resolve(null)
      // Nobody waits for the server to forget it: without being told it does so by itself after a day.
      upload.abort(true).catch(() => {})
    },
    abandon: () => {
      stop()
      void upload.abort()
    },
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const idIn = (url: string | null) => url?.split('/').at(-1) ?? null

async function isReadable(file: File) {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
