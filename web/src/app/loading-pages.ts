import { useSyncExternalStore } from 'react'

/** How many pages' code is on its way. Outside React: during a transition the old page shows and stays live. */
let count = 0
const listeners = new Set<() => void>()

function change(by: number) {
  count += by
  for (const listener of listeners) listener()
}

export function trackLoading<T>(loading: Promise<T>): Promise<T> {
  change(1)
  return loading.finally(() => change(-1))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsPageLoading() {
  return useSyncExternalStore(subscribe, () => count > 0)
}
