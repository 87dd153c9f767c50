import { VideoFeed } from '../features/feed/video-feed.tsx'
import { usePageTitle } from '../lib/page-title.ts'

export function Component() {
  usePageTitle()
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <VideoFeed />
    </>
  )
}
