import type { QueryClient } from '@tanstack/react-query'
import { type Params, useParams } from 'react-router'
import { prepareWatch } from '../features/watch/prepare-watch.ts'
import { WatchScreen } from '../features/watch/watch-screen.tsx'

export function prepare(queryClient: QueryClient, { videoId = '' }: Params) {
  return prepareWatch(queryClient, videoId)
}

export function Component() {
  const { videoId = '' } = useParams()
  return <WatchScreen videoId={videoId} />
}
