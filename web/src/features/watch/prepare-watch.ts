import type { QueryClient } from '@tanstack/react-query'
import { videoQuery } from '../videos/api.ts'
import { earlyAnswer } from './early-video.ts'

export function prepareWatch(queryClient: QueryClient, videoId: string) {
  return queryClient.fetchQuery(videoQuery(videoId, earlyAnswer(videoId)))
}
