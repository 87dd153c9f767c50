import { useEffect, useRef } from 'react'

/**
 * After a navigation the focus goes to the page's heading. When that is still loading it rests on <main>, and moves
 * on to the heading once that is there, unless the person has moved it elsewhere.
 */
export function useHeadingFocus(shownId: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (shownId && document.activeElement?.id === 'main') heading.current?.focus({ preventScroll: true })
  }, [shownId])
  return heading
}
