import { api, limits, type UploadDraft } from '@vireo/contract'
import { ApiError, call, hasCode } from '../../../../lib/api-client.ts'
import { toBlob } from '../../../../lib/forms/data-uri.ts'
import { logFailure } from '../../../../lib/log.ts'
import { setUploadsKnown } from '../../videos/uploads/known-uploads.ts'
import { type Draft, isEmpty } from '../draft.ts'
import {
  dropEntry,
  findEntry,
  forgetUpload,
  noteSaved,
  replaceEntries,
  updateDraft,
  uploadIdOf,
  uploads,
} from './entries.ts'
import { isGone, mergeDrafts } from './merge-drafts.ts'

// Drafts are also saved on the server, so that they can be continued in another browser, and so that the server can
// publish a submitted one whose file is complete, even if this browser is closed.

const saveAfterMs = 1000
const retryAfterMs = 15_000

/** The person whose drafts are saved. */
let savingFor: string | undefined
/** The ids of drafts that the server has. */
const onServer = new Set<string>()
const saving = new Map<string, Promise<void>>()
/** Those that are being published, after which the server drops them. */
const publishing = new Set<string>()
/** They are not sent again until they change. */
const refused = new WeakSet<Draft>()
const sentThumbnails = new WeakSet<Blob>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Once the entries of this browser are loaded. Without a connection, only these are shown. */
export async function startSaving(userId: string) {
  if (savingFor === userId) return
  savingFor = userId
  onServer.clear()
  try {
    const drafts = await call(api.uploadDrafts.list)
    if (savingFor !== userId || uploads.get()?.userId !== userId) return
    for (const { _id } of drafts) onServer.add(_id)
    replaceEntries((entries) => mergeDrafts(entries, drafts))
    for (const draft of drafts) if (draft.hasThumbnail) void fetchThumbnail(draft)
  } catch (error) {
    logFailure('Drafts could not be loaded', error)
  }
  noteKnown()
}

async function fetchThumbnail({ _id: id }: UploadDraft) {
  if (findEntry(id)?.draft.thumbnail) return
  try {
    const { dataUri } = await call(api.uploadDrafts.getThumbnail, { params: { id } })
    const entry = findEntry(id)
    if (!dataUri || !entry?.savedAt || entry.draft.thumbnail) return
    const image = toBlob(dataUri)
    sentThumbnails.add(image)
    updateDraft(id, (draft) => ({ ...draft, thumbnail: { image, isFrame: false } }))
  } catch (error) {
    logFailure('The thumbnail of a draft could not be loaded', error)
  }
}

/** When the session ends: nothing more is sent, or it could become the draft of the next person. */
export function stopSaving() {
  savingFor = undefined
}

/**
 * The server no longer has the upload of an entry: it has expired, or it was published or cancelled in another tab, and
 * then the draft is gone as well.
 */
export async function settleGone(id: string) {
  try {
    const drafts = await call(api.uploadDrafts.list)
    const entry = findEntry(id)
    if (!entry || !isGone(entry) || drafts.some(({ _id }) => _id === id)) return forgetUpload(id)
    forgetSaved(id)
    dropEntry(id)
  } catch (error) {
    logFailure('Drafts could not be loaded', error)
  }
}

/** Saves nothing more of a draft until `publish` is through: the server would no longer have it. */
export async function withoutSaving<Result>(id: string, publish: () => Promise<Result>): Promise<Result> {
  publishing.add(id)
  try {
    await saving.get(id)
    return await publish()
  } finally {
    publishing.delete(id)
    const entry = findEntry(id)
    if (entry && mustBeSaved(entry)) schedule(saveAfterMs)
  }
}

/** The server has published it, and dropped its draft. */
export const forgetSaved = (id: string) => onServer.delete(id)

const mustBeSaved = (entry: { id: string; draft: Draft; isChanged?: boolean | undefined }) =>
  entry.isChanged === true &&
  !saving.has(entry.id) &&
  !publishing.has(entry.id) &&
  !refused.has(entry.draft) &&
  !isEmpty(entry.draft)

/** Whether the tray is needed when the page is opened again. */
function noteKnown() {
  setUploadsKnown(uploads.get()?.entries.some(({ draft }) => !isEmpty(draft)) === true)
}

uploads.subscribe(() => {
  const state = uploads.get()
  if (!state || state.userId !== savingFor) return
  // One that is empty and unchanged may still get the thumbnail that was saved.
  const kept = new Set(
    state.entries.filter(({ draft, isChanged }) => !isEmpty(draft) || !isChanged).map(({ id }) => id),
  )
  for (const id of onServer) if (!kept.has(id)) remove(id)
  if (state.entries.some(mustBeSaved)) schedule(saveAfterMs)
})

function schedule(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => saveChanged(), ms)
  window.addEventListener('pagehide', saveNow, { once: true })
}

/** The page is being left: what was typed last is sent all the same. */
const saveNow = () => saveChanged(true)

function saveChanged(keepalive = false) {
  clearTimeout(timer)
  window.removeEventListener('pagehide', saveNow)
  const state = uploads.get()
  if (!state || state.userId !== savingFor) return
  for (const entry of state.entries)
    if (mustBeSaved(entry)) saving.set(entry.id, save(entry.id, entry.draft, keepalive))
}

async function save(id: string, draft: Draft, keepalive: boolean) {
  try {
    const saved = await call(api.uploadDrafts.save, { body: toBody(id, draft), keepalive })
    if (!saved) return
    onServer.add(id)
    await sendThumbnail(id, draft)
    noteSaved(id, draft, saved.updatedAt)
  } catch (error) {
    if (isTemporary(error)) schedule(retryAfterMs)
    // Without a session, it is saved after signing in again.
    else if (!hasCode(error, 'auth.required')) refused.add(draft)
    logFailure('A draft could not be saved on the server', error)
  } finally {
    saving.delete(id)
    const latest = findEntry(id)
    if (latest && mustBeSaved(latest) && latest.draft !== draft) schedule(saveAfterMs)
    else if (!latest && onServer.has(id)) remove(id)
  }
}

const isTemporary = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

function toBody(id: string, draft: Draft) {
  const { title, description, visibility, remembered, thumbnail } = draft
  const uploadId = uploadIdOf(draft)
  const { name = '', size = 0, lastModified = 0 } = remembered?.file ?? {}
  return {
    _id: id,
    title: title.slice(0, limits.videoTitleLength),
    description: description.slice(0, limits.videoDescriptionLength),
    visibility,
    isSubmitted: remembered?.wasSubmitted === true,
    hasThumbnail: thumbnail !== null,
    ...(remembered && { file: { name: name.slice(0, 255), size, lastModified } }),
    ...(uploadId && { uploadId }),
  }
}

async function sendThumbnail(id: string, { thumbnail }: Draft) {
  if (!thumbnail || sentThumbnails.has(thumbnail.image)) return
  const form = new FormData()
  form.append('thumbnail', thumbnail.image, 'thumbnail')
  await call(api.uploadDrafts.setThumbnail, { params: { id }, form })
  sentThumbnails.add(thumbnail.image)
}

function remove(id: string) {
  // A draft that is being saved is removed afterwards.
  if (saving.has(id)) return
  onServer.delete(id)
  call(api.uploadDrafts.remove, { params: { id } }).catch((error: unknown) =>
    logFailure('A draft could not be removed from the server', error),
  )
}
