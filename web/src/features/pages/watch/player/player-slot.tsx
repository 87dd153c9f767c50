import { useLayoutEffect, useRef } from 'react'
import type { PlayerContent } from './create-player-host.ts'
import { usePlayerHost } from './player-host.tsx'

/** Where the player is shown. */
export function PlayerSlot({ isMini = false, ...content }: PlayerContent & { isMini?: boolean }) {
  const host = usePlayerHost()
  const slot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = slot.current
    if (!element) return
    host.take(element)
    if (!isMini) host.closeMini()
    return () => host.leave(element)
  }, [host, isMini])
  useLayoutEffect(() => {
    if (slot.current) host.render(slot.current, content)
  })
  return <div ref={slot} />
}
