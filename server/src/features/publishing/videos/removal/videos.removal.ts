import { removeFolders } from '../../../core/files/files.service.ts'
import { byForeignKey, inBatches, type Removal } from '../../../core/removal/removal.ts'
import { detachVideos, findDeletedVideo } from './video-removal.queries.ts'

export const videosRemoval: Removal = {
  marked: { table: 'videos', dependants: 'withVideo', find: findDeletedVideo },
  detachFromAccount: [
    {
      keys: ['videos.owner_id', 'videos.removed_from'],
      removeBatch: (sql, ownerId) =>
        sql.begin(async (tx) => {
          const folders = await detachVideos(tx, ownerId)
          await removeFolders(tx, folders)
          return folders.length > 0
        }),
    },
  ],
  // Both are limited in number, and housekeeping removes the files that uploads leave.
  withAccount: [byForeignKey('uploads.user_id', 'upload_drafts.owner_id')],
  withVideo: [
    inBatches('video_views', 'video_id'),
    inBatches('video_days', 'video_id'),
    // One row per video, or per part of its files.
    byForeignKey(
      'video_audience.video_id',
      'video_sources.video_id',
      'video_bytes.video_id',
      'ladder_parts.video_id',
    ),
  ],
}
