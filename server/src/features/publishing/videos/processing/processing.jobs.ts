import { join } from 'node:path'
import { t } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { defineJob, enqueue } from '../../../../jobs/define-job.ts'
import { newName } from '../../../../lib/security/tokens.ts'
import { makePoster, makePreview } from '../../../../media/encode/extras.ts'
import { makePlayable } from '../../../../media/encode/transcode.ts'
import { probe } from '../../../../media/probe/probe.ts'
import { removeSubfolderJob } from '../files/moves/move-files.jobs.ts'
import { publishToVideo } from '../files/publish-files.ts'
import { encodeThumbnail } from '../files/thumbnails.ts'
import { setVideoBytes } from '../files/video-files.queries.ts'
import { runUnlessDeleted } from '../files/video-steps.ts'
import { countVideos, findVideo, updateVideo } from '../videos.queries.ts'
import { publishCaptions } from './captions.service.ts'
import { recordStage } from './estimates/estimates.service.ts'
import { timeTranscode } from './estimates/time-transcode.ts'
import { makeLadderJob } from './ladder/ladder.jobs.ts'
import { openSource } from './open-source-file.ts'
import { nextJobPriority, processingJobs } from './processing.queries.ts'
import { processVideo, withPlayableFile } from './processing-steps.ts'
import { announceOnce, sendProgress } from './progress.service.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { encodeSeconds, replaceStreams } from './replace-streams.ts'

/** Each time that a video is processed from the start it gets a new `run`, so that its files have new names. */
const payload = t.object({ videoId: t.string(), run: t.string() })
const hours = 3600
/** How many turns after their video extras are made, so that new videos become playable first. */
const extrasAfterTurns = 10

/** The first step makes the video watchable: with a copy of the source's streams, or one quick rendition. */
export const makePlayableJob = defineJob({
  name: processingJobs.playable,
  payload,
  pool: 'playable',
  maxAttempts: 3,
  timeoutSeconds: encodeSeconds,
  handler: (context: Context, { videoId, run }, jobRun) =>
    processVideo(context, videoId, jobRun, async (video, signal) => {
      // A killed job may have published its streams without being marked as done, and the source may be gone by now.
      // The ladder of the same run may have replaced them already.
      if (video.streams?.dir.endsWith(`-${run}`)) return
      await removeLeftovers(context, video, run)
      await using work = await openSource(context, video, { name: 'playable', factor: 1, signal })
      const { source, info, scratch } = work
      const transcode = { kind: 'playable', videoSeconds: info.duration, signal } as const
      const { made, seconds } = await timeTranscode(context, transcode, () =>
        makePlayable(source, info, scratch, { signal }),
      )
      const { width, height } = info.video
      const changes = { is_playable: true, status: 'processing', progress: 0, width, height } as const
      const dir = `first-${run}`
      await publishToVideo(context, videoId, { files: made.files, scratch, dir, signal }, async (tx) => {
        await replaceStreams(tx, video, { dir, made, changes }, context.clock.now())
        await countVideos(tx, video.owner_id)
        const later = { priority: jobRun.priority + extrasAfterTurns }
        if (info.hasCaptions) await enqueue(tx, makeCaptionsJob, { videoId, run }, later)
        await enqueue(tx, makeExtrasJob, { videoId, run }, later)
        const priority = await nextJobPriority(tx, 'ladder', video.owner_id)
        await enqueue(tx, makeLadderJob, { videoId, run }, { priority })
        await announceOnce(tx, videoId, context.clock.now())
        await sendProgress(tx, videoId)
        await recordStage(tx, 'playable', info, seconds)
      })
    }),
})

/** Captions are quick to make, so their job does not wait for the ladders of other videos. */
export const makeCaptionsJob = defineJob({
  name: 'videos:make-captions',
  payload,
  pool: 'playable',
  maxAttempts: 3,
  timeoutSeconds: 2 * hours,
  handler: async (context: Context, { videoId }, jobRun) => {
    const video = await findVideo(context.sql, videoId)
    if (!video || video.captions || !(await context.storage.stat(video.source_key))) return
    await runUnlessDeleted(context, video, jobRun.signal, async (signal) => {
      await using work = await openSource(context, video, { name: 'captions', factor: 0, signal })
      await publishCaptions(context, video, work)
    })
  },
})

/** The preview clip, and a poster if the owner gave no thumbnail. */
export const makeExtrasJob = defineJob({
  name: 'videos:make-extras',
  payload,
  pool: 'playable',
  maxAttempts: 3,
  timeoutSeconds: 2 * hours,
  handler: (context: Context, { videoId }, jobRun) =>
    withPlayableFile(context, videoId, 'extras', jobRun, async (video, source, scratch, signal) => {
      const { clock } = context
      const info = await probe(source, { signal })
      if (!video.has_own_thumbnail) {
        const poster = await makePoster(source, info, scratch, { signal })
        const dir = `poster-${newName()}`
        const { files, placeholder } = await encodeThumbnail(join(scratch, poster.name))
        const finished = { files, scratch, dir, signal }
        await publishToVideo(context, videoId, finished, async (tx, current) => {
          // A thumbnail that the owner has chosen meanwhile stays; a poster of an earlier try is replaced.
          const unused = current.has_own_thumbnail ? dir : current.thumbnail_folder
          if (unused) await enqueue(tx, removeSubfolderJob, { videoId, name: unused })
          if (current.has_own_thumbnail) return
          await updateVideo(tx, videoId, { thumbnail_folder: dir, placeholder }, clock.now())
        })
      }
      const preview = await makePreview(source, info, scratch, { signal })
      const finished = { files: [preview], scratch, dir: 'extras', signal }
      await publishToVideo(context, videoId, finished, async (tx) => {
        await updateVideo(tx, videoId, { has_preview: true }, clock.now())
        await setVideoBytes(tx, videoId, 'extras/preview', preview.size)
        await sendProgress(tx, videoId)
      })
    }),
})
