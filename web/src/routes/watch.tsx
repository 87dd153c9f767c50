import { type LoaderFunctionArgs, useParams } from 'react-router'
import { earlyAnswer } from '../features/pages/watch/early/early-video.ts'
import { WatchScreen } from '../features/pages/watch/watch-screen.tsx'
import { videoQuery } from '../features/publishing/videos/api.ts'
import { queryClientContext } from '../navigation/loader-context.ts'

/** Starts loading the video. In an object, so that the navigation does not wait for it: the page has a skeleton. */
export function loader({ params: { videoId = '' }, context }: LoaderFunctionArgs) {
  const query = videoQuery(videoId, earlyAnswer(videoId))
  // A failure is shown by the page, which reads the same query.
  return {
    video: context
      .get(queryClientContext)
      .ensureQueryData(query)
      .catch(() => {}),
  }
}

export function Component() {
  const { videoId = '' } = useParams()
  return <WatchScreen videoId={videoId} />
}
