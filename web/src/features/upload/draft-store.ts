import { logFailure } from '../../lib/log.ts'
import { type Draft, emptyDraft, isEmpty } from './draft.ts'

/** What is in the form, and what was taken out of it and can be put back. */
export type Drafts = { current: Draft; setAside: Draft | null }
type StoredDrafts = Drafts & { savedAt: number }

const storeName = 'upload-drafts'
const lifetimeMs = 7 * 24 * 3600 * 1000
const saveAfterMs = 300

/** With the files themselves: while the page is not reloaded, going away and coming back loses nothing. */
let kept: { userId: string; drafts: Drafts } | undefined

export async function loadDrafts(userId: string): Promise<Drafts> {
  if (kept?.userId === userId) return kept.drafts
  const nothing = { current: emptyDraft, setAside: null }
  try {
    const stored: StoredDrafts | undefined = await request('readonly', (store) => store.get(userId))
    if (!stored || Date.now() - stored.savedAt > lifetimeMs) return nothing
    return { current: stored.current, setAside: stored.setAside }
  } catch (error) {
    logFailure('The upload draft could not be read', error)
    return nothing
  }
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Typing is kept in its pauses; what a click takes out of the form, at once. */
export function keepDrafts(userId: string, drafts: Drafts, isUrgent: boolean) {
  kept = { userId, drafts }
  clearTimeout(timer)
  if (isUrgent) return save()
  timer = setTimeout(save, saveAfterMs)
  window.addEventListener('pagehide', save, { once: true })
}

function save() {
  clearTimeout(timer)
  window.removeEventListener('pagehide', save)
  if (!kept) return
  const { userId, drafts } = kept
  const { current, setAside } = drafts
  const stored: StoredDrafts = {
    current: withoutFile(current),
    setAside: setAside && withoutFile(setAside),
    savedAt: Date.now(),
  }
  const isNothing = isEmpty(current) && !setAside
  const saved = isNothing
    ? request('readwrite', (store) => store.delete(userId))
    : request('readwrite', (store) => store.put(stored, userId))
  saved.catch((error: unknown) => logFailure('The upload draft could not be kept', error))
}

/** A stored file would be a copy of up to 2 GB. */
function withoutFile(draft: Draft): Draft {
  return { ...draft, video: null }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('vireo', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

async function request<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase()
  try {
    return await new Promise((resolve, reject) => {
      const asked = work(database.transaction(storeName, mode).objectStore(storeName))
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  } finally {
    database.close()
  }
}
