import { isServerReachable } from './load-failure.ts'

/** Loads code on demand, once. After a failure, the next call tries again. */
export function createLoader<Code>(importCode: () => Promise<Code>) {
  let loading: Promise<Code> | undefined
  return () => {
    loading ??= importIfReachable(importCode).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/**
 * Chromium remembers a failed module fetch until the next reload (whatwg/html#6768), so nothing is imported while
 * offline. A browser that reports being offline may still reach a server on the same machine.
 */
async function importIfReachable<Code>(importCode: () => Promise<Code>) {
  if (!navigator.onLine && !(await isServerReachable())) throw new Error('Offline: no code can be loaded')
  return importCode()
}
