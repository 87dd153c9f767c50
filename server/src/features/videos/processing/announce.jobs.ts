import { t } from '@vireo/contract'
import type { Context } from '../../../context.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import { tellSubscribers } from '../../notifications/notifications.service.ts'
import { findUnannounced, markAnnounced } from '../videos.queries.ts'

/**
 * Notifies the subscribers of a channel of a new video, once. Added whenever a video may have become public and
 * playable; the job checks that when it runs, so a video that was made private in between is not announced.
 */
export const announceToSubscribers = defineJob({
  name: 'videos:announce',
  payload: t.object({ videoId: t.string() }),
  maxAttempts: 10,
  timeoutSeconds: 300,
  handler: ({ sql, clock }: Context, { videoId }) =>
    sql.begin(async (tx) => {
      const video = await findUnannounced(tx, videoId)
      if (!video) return
      const news = { channelId: video.owner_id, message: `uploaded a video: ${video.title}`, videoId }
      await tellSubscribers(tx, news, clock.now())
      // Marked last, because it locks the row: a channel may have a million subscribers.
      if (!(await markAnnounced(tx, videoId, clock.now())))
        throw new Error('Another job announced the video at the same time')
    }),
})
