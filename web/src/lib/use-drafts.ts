import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftStore, Drafts } from './draft-store.ts'

/** The drafts as they were left; undefined for the few milliseconds until they are read. */
export function useStoredDrafts<Draft>(store: DraftStore<Draft>, userId: string) {
  const [drafts, setDrafts] = useState<Drafts<Draft>>()
  useEffect(() => {
    let isWanted = true
    void store.load(userId).then((loaded) => isWanted && setDrafts(loaded))
    return () => {
      isWanted = false
    }
  }, [store, userId])
  return drafts
}

/** A form's content. Every change is kept, so that nothing typed or chosen is ever lost. */
export function useDrafts<Draft>(store: DraftStore<Draft>, userId: string, initial: Drafts<Draft>) {
  const [drafts, setDrafts] = useState(initial)
  // What is sent after minutes of waiting must be what was typed since.
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
    setAside: drafts.setAside,
    latest: () => latest.current.current,
    latestSetAside: () => latest.current.setAside,
    update,
    edit: (changes: Partial<Draft>) => update((draft) => ({ ...draft, ...changes })),
    /** Resets the form and keeps what was in it. */
    putAside: () => {
      const { current } = latest.current
      if (!store.isEmpty(current)) change({ current: store.empty, setAside: current })
    },
    /** Puts back what was set aside; what is in the form now takes its place. */
    restore: () => {
      const { current, setAside } = latest.current
      if (setAside) change({ current: setAside, setAside: store.isEmpty(current) ? null : current })
    },
    discard: () => change({ setAside: null }),
    /** It has been sent: gone at once, or a page that is left just then would bring it back. */
    finish: () => change({ current: store.empty }, true),
  }
}
