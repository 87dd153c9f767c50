import { entries as readAll } from 'idb-keyval'
import { draftDatabase, draftLifetimeMs, writeDrafts } from '../../../../lib/forms/drafts.ts'
import { logFailure } from '../../../../lib/log.ts'
import { setUploadsKnown } from '../../videos/uploads/known-uploads.ts'
import { isEmpty } from '../draft.ts'
import type { Entry } from './entry.ts'

/** What the browser keeps of the uploads of a person: each under a key of its own, because tabs write at any time. */
type StoredEntry = Pick<Entry, 'draft' | 'isChanged'> & { storedAt: number; savedAt?: string | undefined }
/** Which of them the form shows, and which one it offers to restore. */
export type FormPlaces = { currentId: string; setAsideId: string | null }
export type StoredUploads = {
  entries: Pick<Entry, 'id' | 'draft' | 'savedAt' | 'isChanged'>[]
  places: FormPlaces | undefined
}

const prefixOf = (userId: string) => `uploads:${userId}:`
const entryKey = (userId: string, id: string) => `${prefixOf(userId)}${id}`
const placesKey = (userId: string) => `${prefixOf(userId)}form`

export async function loadStoredUploads(userId: string): Promise<StoredUploads> {
  try {
    const all = await readAll<string, StoredEntry | FormPlaces>(draftDatabase)
    const own = all.filter(([key]) => key.startsWith(prefixOf(userId)))
    const entries = own.flatMap(([key, value]) => {
      if (!('draft' in value) || Date.now() - value.storedAt > draftLifetimeMs) return []
      const { storedAt: _, ...entry } = value
      return [{ id: key.slice(prefixOf(userId).length), ...entry }]
    })
    const places = own.map(([, value]) => value).find((value) => 'currentId' in value)
    return { entries, places }
  } catch (error) {
    logFailure('Drafts could not be read', error)
    return { entries: [], places: undefined }
  }
}

/** Without the file: storing it would copy up to 2 GB. */
export function storeEntry(userId: string, { id, draft, savedAt, isChanged }: Entry) {
  if (isEmpty(draft)) return removeStoredEntry(userId, id)
  setUploadsKnown(true)
  const stored: StoredEntry = { draft: { ...draft, video: null }, savedAt, isChanged, storedAt: Date.now() }
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
