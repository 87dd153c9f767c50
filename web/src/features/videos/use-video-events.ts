import { type VideoProgress, videoEventsPath } from '@vireo/contract'
import { useEffect } from 'react'

type VideoEventsOptions = {
  isListening: boolean
  /** These two must be stable. */
  onEvent: (change: VideoProgress) => void
  onOpen: () => void
}

const tryAgainMs = 10_000

/** What the server tells of one's own videos, while it is wanted and the page is looked at. */
export function useVideoEvents({ isListening, onEvent, onOpen }: VideoEventsOptions) {
  useEffect(() => {
    if (!isListening) return
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = undefined
    }
    const open = () => {
      close()
      const opened = new EventSource(videoEventsPath)
      source = opened
      opened.onopen = onOpen
      opened.onmessage = ({ data }: MessageEvent<string>) => onEvent(JSON.parse(data))
      // A lost line is taken up again by the browser, a refusal is not.
      opened.onerror = () => {
        if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, tryAgainMs)
      }
    }
    // Without HTTP/2 a browser has six lines to a site: tabs in the background must not hold them.
    const follow = () => (document.hidden ? close() : open())
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      close()
    }
  }, [isListening, onEvent, onOpen])
}
