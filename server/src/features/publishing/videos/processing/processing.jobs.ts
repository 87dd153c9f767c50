import { join } from 'node:path'
import { t } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { defineJob, enqueue } from '../../../../jobs/define-job.ts'
import { openScratch } from '../../../../lib/files/scratch.ts'
import { newName } from '../../../../lib/security/tokens.ts'
import { makePoster, makePreview } from '../../../../media/encode/extras.ts'
import { makePlayable } from '../../../../media/encode/transcode.ts'
import { probe } from '../../../../media/probe/probe.ts'
import { removeSubfolder } from '../files/move-files.jobs.ts'
import { encodeThumbnail } from '../files/thumbnails.ts'
import { setVideoBytes } from '../files/video-files.queries.ts'
import {
  claimForStep,
  localCopy,
  publishFiles,
  publishToVideo,
  runUnlessDeleted,
} from '../files/video-files.ts'
import { countVideos, findVideo, updateVideo } from '../videos.queries.ts'
import { publishCaptions } from './captions.service.ts'
import { encodeSeconds, encodeStreams } from './encode-streams.ts'
import { makeLadderJob } from './ladder/ladder.jobs.ts'
import { nextJobPriority, processingJobs } from './processing.queries.ts'
import { getSourceInfo, removeLeftovers, withPlayableFile } from './processing-steps.ts'
import { announceOnce, tellProgress } from './progress.service.ts'

/** Each time that a video is processed from the start it gets a new `run`, so that its files have new names. */
const payload = t.object({ videoId: t.string(), run: t.string() })
const hours = 3600
/** How many turns later than their video extras are made, so that new videos become playable first. */
const extrasAfterTurns = 10

/** First something that can be watched: a copy of the source's streams, or one quick rendition. */
export const makePlayableJob = defineJob({
  name: processingJobs.playable,
  payload,
  pool: 'playable',
  maxAttempts: 3,
  timeoutSeconds: encodeSeconds,
  handler: (context: Context, { videoId, run }, jobRun) =>
    encodeStreams(context, jobRun, {
      videoId,
      name: 'playable',
      dir: `first-${run}`,
      factor: 1,
      // The ladder of the same run may have replaced them already.
      isDone: (video) => video.streams?.dir.endsWith(`-${run}`) ?? false,
      prepare: (video) => removeLeftovers(context, video, run),
      make: ({ source, info, scratch, signal }) => makePlayable(source, info, scratch, { signal }),
      changes: ({ video: { width, height } }) => ({
        is_playable: true,
        status: 'processing',
        progress: 0,
        width,
        height,
      }),
      commit: async (tx, video, info) => {
        await countVideos(tx, video.owner_id)
        const later = { priority: jobRun.priority + extrasAfterTurns }
        if (info.hasCaptions) await enqueue(tx, makeCaptionsJob, { videoId, run }, later)
        await enqueue(tx, makeExtrasJob, { videoId, run }, later)
        const priority = await nextJobPriority(tx, 'ladder', video.owner_id)
        await enqueue(tx, makeLadderJob, { videoId, run }, { priority })
        await announceOnce(tx, videoId, context.clock.now())
        await tellProgress(tx, videoId)
      },
    }),
})

/** Captions are quick to make, so they do not wait for the ladders of other videos. */
export const makeCaptionsJob = defineJob({
  name: 'videos:make-captions',
  payload,
  pool: 'playable',
  maxAttempts: 3,
  timeoutSeconds: 2 * hours,
  handler: async (context: Context, { videoId }, jobRun) => {
    const { sql, storage } = context
    const video = await findVideo(sql, videoId)
    if (!video || video.captions || !(await storage.stat(video.source_key))) return
    await runUnlessDeleted(context, video, jobRun.signal, async (signal) => {
      await using temporary = await openScratch(context.config.scratchDir)
      const scratch = temporary.path
      const key = video.source_key
      await using _claim = await claimForStep(context, video, { name: 'captions', key, factor: 0 })
      const source = await localCopy(storage, key, scratch)
      const info = await getSourceInfo(sql, videoId, source, signal)
      await publishCaptions(context, video, { source, info, scratch, signal })
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
      const { storage, clock } = context
      const info = await probe(source, { signal })
      if (!video.has_own_thumbnail) {
        const poster = await makePoster(source, info, scratch, { signal })
        const folder = `poster-${newName()}`
        const { files, placeholder } = await encodeThumbnail(join(scratch, poster.name))
        const put = async (videoFolder: string) => {
          for (const { name, bytes, contentType } of files)
            await storage.putBytes(`${videoFolder}/${folder}/${name}`, bytes, contentType)
        }
        await publishToVideo(context, videoId, put, async (tx, { has_own_thumbnail, thumbnail_folder }) => {
          // A thumbnail that the owner has chosen meanwhile stays; a poster of an earlier try is replaced.
          const unused = has_own_thumbnail ? folder : thumbnail_folder
          if (unused) await enqueue(tx, removeSubfolder, { videoId, name: unused })
          if (has_own_thumbnail) return
          await updateVideo(tx, videoId, { thumbnail_folder: folder, placeholder }, clock.now())
        })
      }
      const preview = await makePreview(source, info, scratch, { signal })
      const put = (videoFolder: string) =>
        publishFiles(context, [preview], scratch, `${videoFolder}/extras`, signal)
      await publishToVideo(context, videoId, put, async (tx) => {
        await updateVideo(tx, videoId, { has_preview: true }, clock.now())
        await setVideoBytes(tx, videoId, 'extras/preview', preview.size)
        await tellProgress(tx, videoId)
      })
    }),
})
