import { createStore } from '../../../../lib/store/store.ts'
import { removeUpload } from '../api.ts'
import { type Draft, emptyDraft, factsOf, isEmpty, withoutUpload, withoutVideo, withVideo } from '../draft.ts'
import type { Entry } from './entry.ts'
import {
  type FormPlaces,
  loadStoredUploads,
  removeStoredEntry,
  storeEntry,
  storePlaces,
} from './stored-entries.ts'

export type Uploads = FormPlaces & {
  userId: string
  /** The oldest first. */
  entries: Entry[]
  /** Why the form's last entry, which was set aside, could not be published. */
  failure?: string | undefined
}

/**
 * All uploads of the signed-in person. Outside React, because they go on while other pages are visited. The form always
 * shows one entry, the current one; an empty entry is not stored.
 */
export const uploads = createStore<Uploads | null>(null)

let opening: { userId: string; done: Promise<void> } | undefined

export function loadUploads(userId: string): Promise<void> {
  if (opening?.userId !== userId) opening = { userId, done: load(userId) }
  return opening.done
}

async function load(userId: string) {
  const { entries, places } = await loadStoredUploads(userId)
  if (opening?.userId !== userId) return
  const ids = new Set(entries.map(({ id }) => id))
  const keep = (id: string | null | undefined) => (id && ids.has(id) ? id : null)
  const state: Uploads = {
    userId,
    entries: entries.map((stored) => ({ ...stored, transfer: null, isSubmitted: false })),
    currentId: keep(places?.currentId) ?? '',
    setAsideId: keep(places?.setAsideId),
  }
  uploads.set(withCurrent(state))
}

export const findEntry = (id: string) => uploads.get()?.entries.find((entry) => entry.id === id)
export const currentEntry = ({ entries, currentId }: Uploads) => entries.find(({ id }) => id === currentId)
const newEntry = (draft: Draft): Entry => ({
  id: crypto.randomUUID(),
  draft,
  transfer: null,
  isSubmitted: false,
})

/** The form never has nothing to show. */
function withCurrent(state: Uploads): Uploads {
  if (currentEntry(state)) return state
  const entry = newEntry(emptyDraft)
  return { ...state, entries: [...state.entries, entry], currentId: entry.id }
}

function change(next: (state: Uploads) => Uploads) {
  const state = uploads.get()
  if (!state) return
  const changed = withCurrent(next(state))
  uploads.set(changed)
  if (changed.currentId !== state.currentId || changed.setAsideId !== state.setAsideId) savePlaces(changed)
}

function savePlaces({ userId, currentId, setAsideId }: Uploads) {
  void storePlaces(userId, { currentId, setAsideId })
}

/** What is not part of the draft. */
export function patchEntry(id: string, changes: Partial<Omit<Entry, 'id' | 'draft'>>) {
  change((state) => ({
    ...state,
    entries: state.entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)),
  }))
}

const saveAfterMs = 300
const unsaved = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Typing is saved when it pauses; `isUrgent` changes at once, because the server has them already. */
export function updateDraft(id: string, next: (draft: Draft) => Draft, isUrgent = false) {
  change((state) => ({
    ...state,
    entries: state.entries.map((entry) =>
      entry.id === id ? { ...entry, draft: next(entry.draft), isChanged: true } : entry,
    ),
  }))
  unsaved.add(id)
  clearTimeout(timer)
  if (isUrgent) return saveDrafts()
  timer = setTimeout(saveDrafts, saveAfterMs)
  window.addEventListener('pagehide', saveDrafts, { once: true })
}

function saveDrafts() {
  clearTimeout(timer)
  window.removeEventListener('pagehide', saveDrafts)
  const state = uploads.get()
  if (!state) return
  for (const entry of state.entries) if (unsaved.has(entry.id)) void storeEntry(state.userId, entry)
  unsaved.clear()
  savePlaces(state)
}

/** The server has saved this draft, or sent it. */
export function noteSaved(id: string, draft: Draft, savedAt: string) {
  const { userId } = uploads.get() ?? {}
  patchEntry(id, { savedAt, isChanged: findEntry(id)?.draft !== draft })
  const entry = findEntry(id)
  if (entry && userId) void storeEntry(userId, entry)
}

export function replaceEntries(next: (entries: Entry[]) => Entry[]) {
  change((state) => ({ ...state, entries: next(state.entries) }))
}

export function addEntry(video: File): string {
  const entry = newEntry(withVideo(emptyDraft, video))
  change((state) => ({ ...state, entries: [...state.entries, entry] }))
  updateDraft(entry.id, (draft) => draft, true)
  return entry.id
}

/** Forgets it in the browser. What the server has of it stays. */
export function dropEntry(id: string) {
  const state = uploads.get()
  if (!state) return
  unsaved.delete(id)
  void removeStoredEntry(state.userId, id)
  change(({ entries, setAsideId, ...rest }) => ({
    ...rest,
    setAsideId: setAsideId === id ? null : setAsideId,
    entries: entries.filter((entry) => entry.id !== id),
  }))
}

export const hasFile = ({ draft }: Entry) => draft.remembered !== null

/** Gives the form another entry, or an empty one. The one before stays reachable, unless it is empty. */
export function showInForm(id: string | null, failure?: string) {
  const state = uploads.get()
  const before = state && currentEntry(state)
  if (!before || id === before.id) return
  const isKept = !isEmpty(before.draft)
  const replaced =
    state.setAsideId !== null && state.setAsideId !== id ? findEntry(state.setAsideId) : undefined
  change((now) => ({
    ...now,
    currentId: id ?? '',
    setAsideId: isKept ? before.id : now.setAsideId === id ? null : now.setAsideId,
    failure,
  }))
  if (!isKept) dropEntry(before.id)
  // Only one can be restored; those with a file are listed among the uploads.
  else if (replaced && !hasFile(replaced)) dropEntry(replaced.id)
}

export function clearFailure() {
  change((state) => ({ ...state, failure: undefined }))
}

export function chooseVideo(id: string, video: File) {
  updateDraft(id, (draft) => withVideo(draft, video))
}

export function removeVideo(id: string) {
  removeUploadOf(id)
  updateDraft(id, withoutVideo)
}

export function rememberUpload(id: string, video: File, uploadUrl: string | null) {
  updateDraft(
    id,
    (draft) => {
      const { wasSubmitted = false } = draft.remembered ?? {}
      return { ...draft, remembered: { file: factsOf(video), uploadUrl, wasSubmitted } }
    },
    true,
  )
}

export function rememberSubmitted(id: string, wasSubmitted: boolean) {
  updateDraft(
    id,
    (draft) => ({ ...draft, remembered: draft.remembered && { ...draft.remembered, wasSubmitted } }),
    true,
  )
}

/** The server no longer has it. */
export function forgetUpload(id: string) {
  updateDraft(id, (draft) => ({
    ...draft,
    remembered: draft.remembered && { ...draft.remembered, uploadUrl: null },
  }))
}

export function discardUpload(id: string) {
  removeUploadOf(id)
  updateDraft(id, withoutUpload)
}

export const uploadIdOf = ({ remembered }: Draft) => remembered?.uploadUrl?.split('/').at(-1)

/** Frees the space on the server. */
export function removeUploadOf(id: string) {
  const uploadUrl = findEntry(id)?.draft.remembered?.uploadUrl
  if (uploadUrl) removeUpload(uploadUrl)
}
