import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** For sections that render after the browser has already looked for the hash and not found it. */
export function useScrollToHash(id: string) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [hash, id])
}
