import { addressOf, api } from '@vireo/contract'
import { Upload } from 'tus-js-client'
import { removeUpload } from '../api.ts'
import { awaitedAfter, maxTries, retryAfterMs, retryDelay, toTransferError } from './transfer-error.ts'
import { createTransferState, type TransferProgress } from './transfer-state.ts'

type TransferOptions = {
  file: File
  /** Continues this upload instead of starting a new one. */
  uploadUrl: string | null
  /** Called with the address at which the upload can be continued; null if it has expired. */
  onUrl: (url: string | null) => void
}

export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
}

/**
 * A browser sends a whole request before it reads the response, so a refusal in the middle is noticed at the end of a
 * piece. Four parts of an upload in a bucket, which would store a part twice if it were split between pieces.
 */
const pieceBytes = 20 * 1024 * 1024

/** A connection can die silently: no progress and no error. */
const stalledAfterMs = 30_000

/** Sends one file through lost connections and server restarts, until it is complete or cancelled. */
export class Transfer {
  /** The finished upload's id, or null when it was cancelled. */
  readonly finished: Promise<string | null>
  readonly progress: TransferProgress
  readonly #options: TransferOptions
  readonly #upload: Upload
  readonly #watchdog: ReturnType<typeof setInterval>
  #settle!: { resolve: (id: string | null) => void; reject: (error: unknown) => void }
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #progressedAt = 0
  #hasStarted = false
  /** How many bytes have ever left the browser. */
  #furthest = 0
  /** Since the last progress. */
  #failures = 0
  /** Those of them that waiting does not help against. */
  #faults = 0
  #isStopped = false

  constructor(options: TransferOptions) {
    this.#options = options
    this.progress = createTransferState(options.file.size)
    this.finished = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.#upload = this.#createUpload()
    this.#watchdog = setInterval(() => this.#restartIfStalled(), 5000)
    window.addEventListener('online', this.#retryNow)
  }

  /** It waits for this call. */
  start = () => {
    if (this.#phase === 'queued') this.#send()
  }

  pause = () => {
    if (this.#phase === 'sent') return
    this.#stopSending()
    this.progress.setPhase('paused')
  }

  /** One that was paused before its turn waits for its turn again. */
  resume = () => {
    if (this.#phase !== 'paused') return
    if (this.#hasStarted) this.#send()
    else this.progress.setPhase('queued')
  }

  /** Stops for good and removes the upload from the server. */
  cancel = () => {
    this.abandon()
    // The upload that it continues is not known to tus before the start.
    const url = this.#upload.url ?? this.#options.uploadUrl
    if (url) removeUpload(url)
    this.#settle.resolve(null)
  }

  /** Stops for good; the upload stays on the server and can be continued. */
  abandon = () => {
    this.#end()
    this.#stopSending()
  }

  #createUpload() {
    const { file, uploadUrl, onUrl } = this.#options
    const upload: Upload = new Upload(file, {
      // With both set, tus would start over from the first byte whenever it cannot reach the old upload.
      endpoint: uploadUrl ? null : endpoint(),
      uploadUrl,
      chunkSize: pieceBytes,
      // Retries are made here instead, without a limit, so that the page can show that it is waiting.
      retryDelays: null,
      storeFingerprintForResuming: false,
      // tus does not notice a pause that comes between two of its requests.
      onBeforeRequest: () => (this.#isStopped || this.#phase === 'paused' ? never : undefined),
      onUploadUrlAvailable: () => {
        upload.options.endpoint = null
        onUrl(upload.url)
      },
      onProgress: (sent) => this.#handleProgress(sent),
      onSuccess: () => {
        this.#end()
        this.progress.setSent(file.size)
        this.progress.setPhase('sent')
        this.#settle.resolve(upload.url?.split('/').at(-1) ?? null)
      },
      onError: (error) => void this.#handleError(error),
    })
    return upload
  }

  get #phase() {
    return this.progress.get().phase
  }

  #send() {
    this.#stopWaiting()
    this.#hasStarted = true
    this.#progressedAt = performance.now()
    // The connection, or the room on the server, counts as restored only once bytes have been sent.
    if (!this.#isInterrupted) this.progress.setPhase('sending')
    this.#upload.start()
  }

  #stopSending() {
    this.#stopWaiting()
    void this.#upload.abort()
  }

  #stopWaiting() {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
  }

  get #isInterrupted() {
    return this.#phase === 'waiting' || this.#isRefused
  }

  get #isRefused() {
    return this.#phase === 'no-room' || this.#phase === 'too-many'
  }

  #handleProgress(sent: number) {
    const isFurther = sent > this.#furthest
    this.#furthest = Math.max(this.#furthest, sent)
    this.#progressedAt = performance.now()
    // Bytes leave the browser before the server refuses them again.
    if (this.#isRefused && !isFurther) return
    if (isFurther) {
      this.#failures = 0
      this.#faults = 0
    }
    if (this.#isInterrupted) this.progress.setPhase('sending')
    this.progress.setSent(sent)
  }

  async #handleError(error: Error) {
    const answer = toTransferError(error)
    if (!answer) return this.#fail(error)
    if (answer.status === 404 && this.#upload.url) return this.#startOver()
    const awaited = awaitedAfter(answer, this.#upload.url !== null)
    this.#failures += 1
    if (!awaited) {
      this.#faults += 1
      if (this.#faults >= maxTries(answer.status)) return this.#fail(answer)
    }
    // A file that was changed or removed meanwhile would look like a lost connection for ever.
    if (!(await isReadable(this.#options.file))) return this.#fail(new UnreadableFileError())
    if (this.#isStopped || this.#phase === 'paused') return
    this.progress.setPhase(awaited ?? 'waiting')
    const delay = Math.max(retryDelay(this.#failures), retryAfterMs(error))
    this.#retryTimer = setTimeout(() => this.#send(), delay)
  }

  /** The server no longer has the upload. */
  #startOver() {
    this.#upload.url = null
    Object.assign(this.#upload.options, { uploadUrl: null, endpoint: endpoint() })
    this.#options.onUrl(null)
    this.#furthest = 0
    this.progress.setSent(0)
    this.#send()
  }

  #retryNow = () => {
    if (this.#retryTimer !== undefined) this.#send()
  }

  #restartIfStalled() {
    const isTrying = this.#phase !== 'paused' && this.#phase !== 'queued' && this.#retryTimer === undefined
    if (!isTrying || performance.now() - this.#progressedAt < stalledAfterMs) return
    this.#stopSending()
    this.#send()
  }

  #fail(error: unknown) {
    this.#end()
    this.#settle.reject(error)
  }

  #end() {
    this.#isStopped = true
    this.#stopWaiting()
    clearInterval(this.#watchdog)
    window.removeEventListener('online', this.#retryNow)
  }
}

const never = new Promise<void>(() => {})
const endpoint = () => new URL(addressOf(api.uploads.open), window.location.href).href

async function isReadable(file: File) {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
