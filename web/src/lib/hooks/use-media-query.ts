import { useCallback, useSyncExternalStore } from 'react'

export function useMediaQuery(query: string) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Below the mobile breakpoint of 768 px. */
export function useIsMobile() {
  return useMediaQuery('(width < 768px)')
}

/** A phone in landscape, as `short:` in styles.css. */
export function useIsLow() {
  return useMediaQuery('(width < 1024px) and (height < 500px)')
}

export function useIsPhone() {
  return [useIsMobile(), useIsLow()].includes(true)
}
