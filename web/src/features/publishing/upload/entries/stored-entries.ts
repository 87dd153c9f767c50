import { entries as readAll } from 'idb-keyval'
import { draftDatabase, draftLifetimeMs, writeDrafts } from '../../../../lib/forms/drafts.ts'
import { logFailure } from '../../../../lib/log.ts'
import type { Draft } from '../draft.ts'
import { isEmpty } from '../draft.ts'
import { setUploadsKnown } from './known-uploads.ts'

/** What the browser keeps of the uploads of a person: each under a key of its own, because tabs write at any time. */
type StoredEntry = { draft: Draft; savedAt: number }
/** Which of them the form shows, and which one it offers to restore. */
export type FormPlaces = { currentId: string; setAsideId: string | null }
export type StoredUploads = { drafts: { id: string; draft: Draft }[]; places: FormPlaces | undefined }

const prefixOf = (userId: string) => `uploads:${userId}:`
const entryKey = (userId: string, id: string) => `${prefixOf(userId)}${id}`
const placesKey = (userId: string) => `${prefixOf(userId)}form`

export async function loadStoredUploads(userId: string): Promise<StoredUploads> {
  try {
    const all = await readAll<string, StoredEntry | FormPlaces>(draftDatabase)
    const own = all.filter(([key]) => key.startsWith(prefixOf(userId)))
    const drafts = own.flatMap(([key, value]) => {
      if (!('draft' in value) || Date.now() - value.savedAt > draftLifetimeMs) return []
      return [{ id: key.slice(prefixOf(userId).length), draft: value.draft, savedAt: value.savedAt }]
    })
    setUploadsKnown(drafts.length > 0)
    const places = own.map(([, value]) => value).find((value) => 'currentId' in value)
    return { drafts, places }
  } catch (error) {
    logFailure('Drafts could not be read', error)
    return { drafts: [], places: undefined }
  }
}

/** Without the file: storing it would copy up to 2 GB. */
export function storeEntry(userId: string, id: string, draft: Draft) {
  if (isEmpty(draft)) return removeStoredEntry(userId, id)
  setUploadsKnown(true)
  const stored: StoredEntry = { draft: { ...draft, video: null }, savedAt: Date.now() }
  return write((store) => store.put(stored, entryKey(userId, id)))
}

export const removeStoredEntry = (userId: string, id: string) =>
  write((store) => store.delete(entryKey(userId, id)))

export const storePlaces = (userId: string, places: FormPlaces) =>
  write((store) => store.put(places, placesKey(userId)))

async function write(change: (store: IDBObjectStore) => unknown) {
  try {
    await writeDrafts(change)
  } catch (error) {
    logFailure('A draft could not be saved', error)
  }
}
