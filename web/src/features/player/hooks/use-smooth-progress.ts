import { type RefObject, useEffect } from 'react'
import { useMedia, usePlayer } from '../player-context.ts'

/**
 * Moves the seek bar with every frame. Browsers tell the time four times a second, on which a short video's bar
 * would visibly jump; and React need not render for it.
 */
export function useSmoothProgress(bar: RefObject<HTMLElement | null>, isActive: boolean) {
  const { media } = usePlayer()
  const isPaused = useMedia((state) => state.mediaPaused ?? true)

  useEffect(() => {
    if (!isActive) return
    let frame = 0
    const draw = () => {
      const { currentTime, duration } = media
      const played = duration > 0 ? Math.min(1, currentTime / duration) : 0
      bar.current?.style.setProperty('--played', String(played))
    }
    const follow = () => {
      draw()
      frame = requestAnimationFrame(follow)
    }
    draw()
    if (!isPaused) follow()
    const types = ['timeupdate', 'seeking', 'durationchange', 'emptied']
    for (const type of types) media.addEventListener(type, draw)
    return () => {
      cancelAnimationFrame(frame)
      for (const type of types) media.removeEventListener(type, draw)
    }
  }, [media, bar, isPaused, isActive])
}
