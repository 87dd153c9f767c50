import type { LoaderFunctionArgs } from 'react-router'
import { VideoFeed, videoFeedQuery } from '../features/pages/feeds/video-feed.tsx'
import { usePageTitle } from '../lib/hooks/page-title.ts'
import { loadList } from '../navigation/load-list.ts'

/** In an object, so that the navigation does not wait for it: the page has a skeleton. */
export const loader = ({ context }: LoaderFunctionArgs) => ({ videos: loadList(context, videoFeedQuery) })

export function Component() {
  usePageTitle()
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <VideoFeed />
    </>
  )
}
