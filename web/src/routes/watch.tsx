import { useParams } from 'react-router'
import { WatchScreen } from '../features/watch/watch-screen.tsx'

export function Component() {
  const { videoId = '' } = useParams()
  return <WatchScreen videoId={videoId} />
}
