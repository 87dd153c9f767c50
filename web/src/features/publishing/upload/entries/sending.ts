import { limits } from '@vireo/contract'
import { removeUpload } from '../api.ts'
import { continuedUrl } from '../draft.ts'
import { describeFailure } from '../failure.ts'
import { videoProblem } from '../file-problem.ts'
import { Transfer } from '../transfer/transfer.ts'
import {
  addEntry,
  dropEntry,
  findEntry,
  forgetUpload,
  patchEntry,
  rememberUpload,
  removeUploadOf,
  uploads,
} from './entries.ts'
import type { Entry } from './entry.ts'

/** Files that are sent at the same time; the others wait for their turn. */
const atOnce = 2

const phaseOf = ({ transfer }: Pick<Entry, 'transfer'>) => transfer?.progress.get().phase

const isSending = (entry: Entry) => {
  const phase = phaseOf(entry)
  return phase === 'sending' || phase === 'waiting' || phase === 'no-room' || phase === 'too-many'
}

/** The first entry whose turn it is. The server keeps a limited number of unfinished uploads for each person. */
export function nextInLine(entries: Entry[]): Entry | undefined {
  if (entries.filter(isSending).length >= atOnce) return undefined
  const isOpen = ({ draft }: Entry) => Boolean(draft.remembered?.uploadUrl)
  const canOpen = entries.filter(isOpen).length < limits.uploadsInFlight
  return entries.find((entry) => phaseOf(entry) === 'queued' && (canOpen || isOpen(entry)))
}

function startNext() {
  const next = nextInLine(uploads.get()?.entries ?? [])
  next?.transfer?.start()
}

/** Sends the chosen file, or the rest of it. Undefined if no file is chosen. */
export function beginSending(id: string): Transfer | undefined {
  const entry = findEntry(id)
  const { draft } = entry ?? {}
  const { video } = draft ?? {}
  if (!entry || !draft || !video) return
  entry.transfer?.abandon()
  const uploadUrl = continuedUrl(draft)
  if (draft.remembered?.uploadUrl && !uploadUrl) removeUpload(draft.remembered.uploadUrl)
  const transfer = new Transfer({ file: video, uploadUrl, onUrl: (url) => rememberUpload(id, video, url) })
  patchEntry(id, { transfer, problem: undefined })
  transfer.progress.subscribe(startNext)
  void followTransfer(id, transfer)
  startNext()
  return transfer
}

async function followTransfer(id: string, transfer: Transfer) {
  const isCurrent = () => findEntry(id)?.transfer === transfer
  try {
    const uploadId = await transfer.finished
    if (uploadId !== null) return
    forgetUpload(id)
    if (isCurrent()) patchEntry(id, { transfer: null })
  } catch (error) {
    // A submitted entry reports the failure itself.
    if (isCurrent() && !findEntry(id)?.isSubmitted)
      patchEntry(id, { transfer: null, problem: describeFailure(error) })
  } finally {
    startNext()
  }
}

/** What the server has stays there, and the transfer can be continued. */
export function stopSending(id: string) {
  findEntry(id)?.transfer?.abandon()
  patchEntry(id, { transfer: null })
  startNext()
}

/** When the session ends. The same person can go on after signing in again. */
export function stopAll() {
  for (const { id, transfer } of uploads.get()?.entries ?? []) {
    transfer?.abandon()
    patchEntry(id, { transfer: null, isSubmitted: false })
  }
}

/** With its draft and what the server has of it. */
export function removeEntry(id: string) {
  const transfer = findEntry(id)?.transfer
  if (transfer) transfer.cancel()
  else removeUploadOf(id)
  dropEntry(id)
  startNext()
}

/** Adds an upload for each of the files. Returns why some were refused. */
export function sendFiles(files: File[]): string[] {
  const refusals: string[] = []
  for (const file of files) {
    const problem = videoProblem(file)
    if (problem) refusals.push(`${file.name}: ${problem}`)
    else beginSending(addEntry(file))
  }
  return refusals
}

/** Closing the browser would lose the rest of a file that is being sent, or the end of publishing. */
const warn = (event: BeforeUnloadEvent) => {
  const { entries = [] } = uploads.get() ?? {}
  const mustStay = (entry: Entry) =>
    isSending(entry) || (phaseOf(entry) !== 'paused' && (entry.isSubmitted || phaseOf(entry) === 'queued'))
  if (entries.some(mustStay)) event.preventDefault()
}

uploads.subscribe(() => {
  const isBusy = uploads.get()?.entries.some(({ transfer, isSubmitted }) => transfer || isSubmitted)
  if (isBusy) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
})
