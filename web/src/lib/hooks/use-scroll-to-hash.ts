import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** For sections that render after the page has opened, when the browser has already looked for the hash in vain. */
export function useScrollToHash(id: string) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [hash, id])
}
