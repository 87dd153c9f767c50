import type { QueryClient } from '@tanstack/react-query'
import { warmPlayer } from '../player/engine/warm-player.ts'
import { videoQuery } from '../videos/api.ts'

/** The video's data and its first seconds, under way while the page is still being made. */
export async function prepareWatch(queryClient: QueryClient, videoId: string) {
  const video = await queryClient.fetchQuery(videoQuery(videoId))
  if (video.isPlayable) warmPlayer(video)
}
