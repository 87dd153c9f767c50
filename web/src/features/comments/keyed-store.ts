import { useCallback, useSyncExternalStore } from 'react'

/**
 * Values by key, outside React. Who shows one hears only of that one: of thousands of rows on the screen, a change
 * wakes a single one.
 */
export function createKeyedStore<Value>(empty: Value) {
  const values = new Map<string, Value>()
  const listeners = new Map<string, Set<() => void>>()

  const get = (key: string) => values.get(key) ?? empty

  function set(key: string, value: Value) {
    if (value === empty) values.delete(key)
    else values.set(key, value)
    for (const listener of listeners.get(key) ?? []) listener()
  }

  function listen(key: string, listener: () => void) {
    const ofKey = listeners.get(key) ?? new Set()
    listeners.set(key, ofKey.add(listener))
    return () => {
      ofKey.delete(listener)
      if (ofKey.size === 0) listeners.delete(key)
    }
  }

  return { get, set, listen, keys: () => [...values.keys()] }
}

export type KeyedStore<Value> = ReturnType<typeof createKeyedStore<Value>>

export function useKeyed<Value>({ get, listen }: KeyedStore<Value>, key: string): Value {
  const subscribe = useCallback((listener: () => void) => listen(key, listener), [listen, key])
  return useSyncExternalStore(subscribe, () => get(key))
}
