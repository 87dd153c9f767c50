import { uploadsPath } from '@vireo/contract'
import { Upload } from 'tus-js-client'
import { removeUpload } from './api.ts'
import { maxTries, retryDelay, toTransferError } from './transfer-error.ts'
import { createTransferState, type TransferProgress } from './transfer-state.ts'

type TransferOptions = {
  file: File
  /** Goes on there instead of beginning a new upload. */
  uploadUrl: string | null
  /** The address by which it can be continued; null when the one we had is gone. */
  onUrl: (url: string | null) => void
}

export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
}

/** A line can die without a word; then nothing moves and no error comes. */
const stalledAfterMs = 30_000

/** Sends one file, over lost connections and restarts of the server, until it is there or is called off. */
export class Transfer {
  /** The finished upload's id, or null when it was cancelled. */
  readonly finished: Promise<string | null>
  readonly progress: TransferProgress
  readonly #options: TransferOptions
  readonly #upload: Upload
  readonly #watchdog: ReturnType<typeof setInterval>
  #settle!: { resolve: (id: string | null) => void; reject: (error: unknown) => void }
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #movedAt = 0
  #failures = 0
  #isStopped = false

  constructor(options: TransferOptions) {
    this.#options = options
    this.progress = createTransferState(options.file.size)
    this.finished = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.#upload = this.#createUpload()
    this.#watchdog = setInterval(() => this.#checkLine(), 5000)
    window.addEventListener('online', this.#goAtOnce)
    this.#go()
  }

  pause = () => {
    if (this.#phase === 'publishing') return
    this.#halt()
    this.progress.setPhase('paused')
  }

  resume = () => {
    if (this.#phase === 'paused') this.#go()
  }

  /** Stops for good; what was sent is removed from the server. */
  cancel = () => {
    this.abandon()
    if (this.#upload.url) removeUpload(this.#upload.url)
    this.#settle.resolve(null)
  }

  /** Stops for good; what was sent stays on the server and can be continued. */
  abandon = () => {
    this.#end()
    this.#halt()
  }

  #createUpload() {
    const { file, uploadUrl, onUrl } = this.#options
    const upload: Upload = new Upload(file, {
      // With both, tus would answer every failed look at the old upload with a new one from the first byte.
      endpoint: uploadUrl ? null : endpoint(),
      uploadUrl,
      // Waiting is done here, so that the page can say that it waits, and for as long as it takes.
      retryDelays: null,
      storeFingerprintForResuming: false,
      // A pause may come between two steps of tus, which would not notice.
      onBeforeRequest: () => (this.#isStopped || this.#phase === 'paused' ? never : undefined),
      onUploadUrlAvailable: () => {
        upload.options.endpoint = null
        onUrl(upload.url)
      },
      onProgress: (sent) => this.#move(sent),
      onSuccess: () => {
        this.#end()
        this.progress.setSent(file.size)
        this.progress.setPhase('publishing')
        this.#settle.resolve(upload.url?.split('/').at(-1) ?? null)
      },
      onError: (error) => void this.#handleError(error),
    })
    return upload
  }

  get #phase() {
    return this.progress.get().phase
  }

  #go() {
    this.#stopWaiting()
    this.#movedAt = performance.now()
    // Whether the line is there again is only known when something moves.
    if (this.#phase !== 'waiting') this.progress.setPhase('sending')
    this.#upload.start()
  }

  #halt() {
    this.#stopWaiting()
    void this.#upload.abort()
  }

  #stopWaiting() {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
  }

  #move(sent: number) {
    if (sent > this.progress.get().sent) this.#failures = 0
    this.#movedAt = performance.now()
    if (this.#phase === 'waiting') this.progress.setPhase('sending')
    this.progress.setSent(sent)
  }

  async #handleError(error: Error) {
    const answer = toTransferError(error)
    if (!answer) return this.#fail(error)
    if (answer.status === 404 && this.#upload.url) return this.#startOver()
    this.#failures += 1
    if (this.#failures >= maxTries(answer.status)) return this.#fail(answer)
    // A file that was changed or removed meanwhile looks like a lost connection, and would for ever.
    if (!(await isReadable(this.#options.file))) return this.#fail(new UnreadableFileError())
    if (this.#isStopped || this.#phase === 'paused') return
    this.progress.setPhase('waiting')
    this.#retryTimer = setTimeout(() => this.#go(), retryDelay(this.#failures))
  }

  /** What was sent has expired. */
  #startOver() {
    this.#upload.url = null
    Object.assign(this.#upload.options, { uploadUrl: null, endpoint: endpoint() })
    this.#options.onUrl(null)
    this.progress.setSent(0)
    this.#go()
  }

  #goAtOnce = () => {
    if (this.#retryTimer !== undefined) this.#go()
  }

  #checkLine() {
    const isTrying = this.#phase !== 'paused' && this.#retryTimer === undefined
    if (!isTrying || performance.now() - this.#movedAt < stalledAfterMs) return
    this.#halt()
    this.#go()
  }

  #fail(error: unknown) {
    this.#end()
    this.#settle.reject(error)
  }

  #end() {
    this.#isStopped = true
    this.#stopWaiting()
    clearInterval(this.#watchdog)
    window.removeEventListener('online', this.#goAtOnce)
  }
}

const never = new Promise<void>(() => {})
const endpoint = () => new URL(uploadsPath, window.location.href).href

async function isReadable(file: File) {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
