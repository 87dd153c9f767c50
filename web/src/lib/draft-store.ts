import { logFailure } from './log.ts'

/** What is in a form, and what was taken out of it and can be put back. */
export type Drafts<Draft> = { current: Draft; setAside: Draft | null }
type StoredDrafts<Draft> = Drafts<Draft> & { savedAt: number }

type Follower<Draft> = (userId: string, drafts: Drafts<Draft>) => void

type DraftStoreOptions<Draft> = {
  /** Names the form. */
  form: string
  empty: Draft
  isEmpty: (draft: Draft) => boolean
  /** What of it is worth its room on the disk. Otherwise all. */
  toStored?: (draft: Draft) => Draft
}

const storeName = 'drafts'
const lifetimeMs = 7 * 24 * 3600 * 1000
const saveAfterMs = 300

/** Keeps what people put into a form: in memory while the page is not reloaded, and for a week on the disk. */
export function createDraftStore<Draft>(options: DraftStoreOptions<Draft>) {
  const { form, empty, isEmpty, toStored = (draft) => draft } = options
  /** With the files themselves: going away and coming back loses nothing. */
  let kept: { userId: string; drafts: Drafts<Draft> } | undefined
  const followers = new Set<Follower<Draft>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(userId: string): Promise<Drafts<Draft>> {
    if (kept?.userId === userId) return kept.drafts
    const nothing = { current: empty, setAside: null }
    try {
      const stored: StoredDrafts<Draft> | undefined = await request('readonly', (store) =>
        store.get(keyOf(userId)),
      )
      if (!stored || Date.now() - stored.savedAt > lifetimeMs) return nothing
      return { current: stored.current, setAside: stored.setAside }
    } catch (error) {
      logFailure('A draft could not be read', error)
      return nothing
    }
  }

  /** Typing is kept in its pauses; what a click takes out of the form, at once. */
  function keep(userId: string, drafts: Drafts<Draft>, isUrgent: boolean) {
    kept = { userId, drafts }
    for (const follower of followers) follower(userId, drafts)
    clearTimeout(timer)
    if (isUrgent) return save()
    timer = setTimeout(save, saveAfterMs)
    window.addEventListener('pagehide', save, { once: true })
  }

  function save() {
    clearTimeout(timer)
    window.removeEventListener('pagehide', save)
    if (!kept) return
    const { current, setAside } = kept.drafts
    const key = keyOf(kept.userId)
    const stored: StoredDrafts<Draft> = {
      current: toStored(current),
      setAside: setAside && toStored(setAside),
      savedAt: Date.now(),
    }
    const isNothing = isEmpty(current) && !setAside
    const saved = isNothing
      ? request('readwrite', (store) => store.delete(key))
      : request('readwrite', (store) => store.put(stored, key))
    saved.catch((error: unknown) => logFailure('A draft could not be kept', error))
  }

  const keyOf = (userId: string) => `${form}:${userId}`
  /** A form that was left may still change them: what it sent is taken out of the one that shows now. */
  function follow(userId: string, onChange: (drafts: Drafts<Draft>) => void) {
    const follower: Follower<Draft> = (id, drafts) => id === userId && onChange(drafts)
    followers.add(follower)
    return () => void followers.delete(follower)
  }

  return { empty, isEmpty, load, keep, follow }
}

export type DraftStore<Draft> = ReturnType<typeof createDraftStore<Draft>>

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('vireo', 2)
    opening.onupgradeneeded = () => {
      for (const old of [...opening.result.objectStoreNames]) opening.result.deleteObjectStore(old)
      opening.result.createObjectStore(storeName)
    }
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
