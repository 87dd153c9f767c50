import type { Video } from '@vireo/contract'
import type { AppContext } from '../../context.ts'
import { getVideo, loadVideos } from './videos.queries.ts'
import { createVideoView } from './videos.view.ts'

/** For features that point at videos: the ids' views in one query, in their order. */
export async function listVideosById(
  { sql, signer, clock }: AppContext,
  ids: string[],
  viewerId: string | undefined,
): Promise<Video[]> {
  const rows = await loadVideos(sql, ids, viewerId)
  return rows.map(createVideoView({ signer, now: clock.now() }))
}

/** Answers the id of a video that the viewer may see; anything else is not found. */
export async function getVisibleVideo(
  { sql }: Pick<AppContext, 'sql'>,
  id: string,
  viewerId: string | undefined,
) {
  const { id: videoId, owner_id: ownerId, duration } = await getVideo(sql, id, viewerId)
  return { videoId, ownerId, duration }
}
