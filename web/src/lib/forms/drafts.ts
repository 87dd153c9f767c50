import { createStore, get, promisifyRequest } from 'idb-keyval'
import { useCallback, useEffect, useRef, useState } from 'react'
import { logFailure } from '../log.ts'

/** A form's current content, and the content that was set aside and can be restored. */
export type Drafts<Draft> = { current: Draft; setAside: Draft | null }
type StoredDrafts<Draft> = Drafts<Draft> & { savedAt: number }

type Follower<Draft> = (userId: string, drafts: Drafts<Draft>) => void

type DraftStoreOptions<Draft> = {
  /** The form's name in the database. */
  form: string
  empty: Draft
  isEmpty: (draft: Draft) => boolean
}

/** Of all forms. */
export const draftDatabase = createStore('vireo', 'drafts')
export const draftLifetimeMs = 7 * 24 * 3600 * 1000
const saveAfterMs = 300

/** Keeps a form's content: in memory until the page is reloaded, and for a week on the disk. */
export function createDraftStore<Draft>(options: DraftStoreOptions<Draft>) {
  const { form, empty, isEmpty } = options
  let kept: { userId: string; drafts: Drafts<Draft> } | undefined
  const followers = new Set<Follower<Draft>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(userId: string): Promise<Drafts<Draft>> {
    if (kept?.userId === userId) return kept.drafts
    const nothing = { current: empty, setAside: null }
    try {
      const stored = await get<StoredDrafts<Draft>>(keyOf(userId), draftDatabase)
      if (!stored || Date.now() - stored.savedAt > draftLifetimeMs) return nothing
      return { current: stored.current, setAside: stored.setAside }
    } catch (error) {
      logFailure('A draft could not be read', error)
      return nothing
    }
  }

  /** Typing is saved when it pauses; urgent changes, such as setting a draft aside, at once. */
  function keep(userId: string, drafts: Drafts<Draft>, isUrgent: boolean) {
    kept = { userId, drafts }
    for (const follower of followers) follower(userId, drafts)
    clearTimeout(timer)
    if (isUrgent) return void save()
    timer = setTimeout(save, saveAfterMs)
    window.addEventListener('pagehide', save, { once: true })
  }

  async function save() {
    clearTimeout(timer)
    window.removeEventListener('pagehide', save)
    if (!kept) return
    const { current, setAside } = kept.drafts
    const key = keyOf(kept.userId)
    const stored: StoredDrafts<Draft> = { current, setAside, savedAt: Date.now() }
    const isNothing = isEmpty(current) && !setAside
    try {
      await writeDrafts((store) => (isNothing ? store.delete(key) : store.put(stored, key)))
    } catch (error) {
      logFailure('A draft could not be saved', error)
    }
  }

  const keyOf = (userId: string) => `${form}:${userId}`
  /** An unmounted form may still change the drafts, when its submission is accepted. */
  function follow(userId: string, onChange: (drafts: Drafts<Draft>) => void) {
    const follower: Follower<Draft> = (id, drafts) => id === userId && onChange(drafts)
    followers.add(follower)
    return () => void followers.delete(follower)
  }

  return { empty, isEmpty, load, keep, follow }
}

/** Commits explicitly, because browsers drop transactions to be committed automatically after leaving the page. */
export const writeDrafts = (change: (store: IDBObjectStore) => unknown) =>
  draftDatabase('readwrite', (store) => {
    change(store)
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  })

type DraftStore<Draft> = ReturnType<typeof createDraftStore<Draft>>

/** The stored drafts; undefined for the few milliseconds until they are read. */
export function useStoredDrafts<Draft>(store: DraftStore<Draft>, userId: string) {
  const [drafts, setDrafts] = useState<Drafts<Draft>>()
  useEffect(() => {
    let isCurrent = true
    void store.load(userId).then((loaded) => isCurrent && setDrafts(loaded))
    return () => {
      isCurrent = false
    }
  }, [store, userId])
  return drafts
}

/** A form's content. Every change is saved, so that nothing typed or chosen is lost. */
export function useDrafts<Draft>(store: DraftStore<Draft>, userId: string, initial: Drafts<Draft>) {
  const [drafts, setDrafts] = useState(initial)
  // A ref, so that code that waited for minutes sends the latest content.
  const latest = useRef(initial)

  const show = useCallback((next: Drafts<Draft>) => {
    latest.current = next
    setDrafts(next)
  }, [])
  useEffect(() => store.follow(userId, show), [store, userId, show])

  const change = (next: Partial<Drafts<Draft>>, isUrgent = next.setAside !== undefined) => {
    latest.current = { ...latest.current, ...next }
    store.keep(userId, latest.current, isUrgent)
  }
  const update = (next: (draft: Draft) => Draft) => change({ current: next(latest.current.current) })

  return {
    draft: drafts.current,
    draftSetAside: drafts.setAside,
    latest: () => latest.current.current,
    update,
    edit: (changes: Partial<Draft>) => update((draft) => ({ ...draft, ...changes })),
    /** Resets the form and sets its content aside. */
    setAside: () => {
      const { current } = latest.current
      if (!store.isEmpty(current)) change({ current: store.empty, setAside: current })
    },
    /** Swaps the form's content with the content that was set aside. */
    restore: () => {
      const { current, setAside } = latest.current
      if (setAside) change({ current: setAside, setAside: store.isEmpty(current) ? null : current })
    },
    discard: () => change({ setAside: null }),
    /** After sending. Saved at once, or the draft would come back if the page is closed now. */
    finish: () => change({ current: store.empty }, true),
  }
}
