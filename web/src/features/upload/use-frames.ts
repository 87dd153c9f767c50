import { useEffect, useState } from 'react'
import { drawFrames } from './frames.ts'

export const frameCount = 6

export type Frames = { images: Blob[]; isDrawing: boolean }
const none: Frames = { images: [], isDrawing: false }

/** Pictures from along the video, as they come. Empty for a video that this browser cannot play. */
export function useFrames(url: string | undefined): Frames {
  const [frames, setFrames] = useState<Frames>(none)
  useEffect(() => {
    if (!url) return
    const stop = new AbortController()
    const { signal } = stop
    const end = () => !signal.aborted && setFrames(({ images }) => ({ images, isDrawing: false }))
    setFrames({ images: [], isDrawing: true })
    const add = (image: Blob) => setFrames(({ images }) => ({ images: [...images, image], isDrawing: true }))
    drawFrames(url, { count: frameCount, signal, onFrame: add }).then(end, end)
    return () => {
      stop.abort()
      setFrames(none)
    }
  }, [url])
  return frames
}
