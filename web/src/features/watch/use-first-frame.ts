import { useEffect, useState } from 'react'
import type { VideoDetail } from '../videos/api.ts'

/** When nothing plays by then, nothing else has to wait for it. */
const waitMs = 1500

/** What is not needed for the first frame is asked for after it: the line and the server belong to the video. */
export function useFirstFrame(video: VideoDetail | undefined) {
  const [readyId, setReadyId] = useState<string>()
  const id = video?._id
  useEffect(() => {
    if (!id) return
    const timer = setTimeout(() => setReadyId(id), waitMs)
    return () => clearTimeout(timer)
  }, [id])
  return { isReady: readyId === id, markStarted: () => setReadyId(id) }
}
