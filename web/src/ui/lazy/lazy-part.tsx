import { type ComponentType, type ReactNode, useEffect } from 'react'
import { reloadOnce } from '../../lib/loading/load-failure.ts'
import { createLoader } from '../../lib/loading/loader.ts'
import { createStore } from '../../lib/store/store.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { toastError } from '../feedback/toasts/toast.ts'

export type Loadable = {
  /** Resolves to whether the code is loaded. */
  load: () => Promise<boolean>
  isLoaded: () => boolean
}

/**
 * An optional part of a page, loaded on demand. If its code cannot be loaded, it is left out, whereas React's `lazy`
 * takes the page down and never tries again. Loading is retried when the part is next shown or requested, and when the
 * connection is back.
 */
export function lazyPart<Props extends object>(importPart: () => Promise<ComponentType<Props>>) {
  return createPart(createLoader(importPart))
}

export function createPart<Props extends object>(loadPart: () => Promise<ComponentType<Props>>) {
  const loaded = createStore<ComponentType<Props> | undefined>(undefined)
  const isLoaded = () => loaded.get() !== undefined
  const load = () =>
    loadPart()
      .then(loaded.set, () => {})
      .then(isLoaded)

  function Part({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const Loaded = useStore(loaded)
    useEffect(() => {
      if (Loaded) return
      const tryToLoad = () => void load()
      tryToLoad()
      window.addEventListener('online', tryToLoad)
      return () => window.removeEventListener('online', tryToLoad)
    }, [Loaded])
    return Loaded ? <Loaded {...(props as Props)} /> : fallback
  }
  return Object.assign(Part, { load, isLoaded })
}

/**
 * For a part that the person has just requested: `then` runs when its code is loaded, at once if it was before. If it
 * cannot be loaded, a toast reports it and `otherwise` runs.
 */
export function whenLoaded(part: Loadable, then: () => void, otherwise: () => void = () => {}) {
  if (part.isLoaded()) return then()
  void part.load().then(async (isLoaded) => {
    if (isLoaded) return then()
    otherwise()
    // If the server answers, a deploy has replaced the file: one reload loads the new one.
    if (!(await reloadOnce())) toastError('Network error, please try again.')
  })
}

/** For an overlay that opens at once and shows a placeholder until its part is loaded. */
export const closeIfMissing = (part: Loadable, close: () => void) => whenLoaded(part, () => {}, close)
