import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

export function useStore<T>({ subscribe, get }: Pick<Store<T>, 'subscribe' | 'get'>): T {
  return useSyncExternalStore(subscribe, get)
}
