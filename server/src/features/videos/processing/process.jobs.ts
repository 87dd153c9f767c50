import { join } from 'node:path'
import { t } from '@vireo/contract'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/sql.ts'
import { defineJob, enqueue } from '../../../jobs/define-job.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { newToken } from '../../../lib/tokens.ts'
import { makePoster, makePreview, makeStoryboard } from '../../../media/extras.ts'
import type { StreamSet } from '../../../media/manifest.ts'
import { probe } from '../../../media/probe.ts'
import { makeLadder, makePlayable } from '../../../media/transcode.ts'
import { removeFolder } from '../../files/files.jobs.ts'
import { removeSubfolder } from '../files/move.jobs.ts'
import { deleteVideoBytes, setVideoBytes } from '../files/video-files.queries.ts'
import {
  bytesOf,
  claimForStep,
  encodeThumbnail,
  localCopy,
  publishFiles,
  publishToVideo,
  removeLeftovers,
  unlessDeleted,
  withScratch,
} from '../files/video-files.ts'
import { countVideos, findVideo, type Streams, updateVideo, type VideoRow } from '../videos.queries.ts'
import { publishCaptions, publishMissingCaptions } from './captions.service.ts'
import { announceOnce, tellOutcome } from './outcome.service.ts'
import { processingJobs, takeTurn } from './processing.queries.ts'
import { describeSource, processVideo, reportProgress, withPlayableFile } from './processing-steps.ts'
import { tellProgress } from './progress.service.ts'

/** `run` is new for each time that a video is processed from the start: its files get names of their own. */
const payload = t.object({ videoId: t.string(), run: t.string() })
const hours = 3600
/** Longer than ffmpeg's own time limit, which ends it first. */
const encodeSeconds = 15 * 24 * hours
/** Who is watching the first rendition when the ladder replaces it may finish it. */
const keepFirstSeconds = 6 * hours
/** New videos become playable before others get their extras, up to this many turns. */
const extrasAfterTurns = 10

/** First of all something to watch. */
export const makePlayableJob = defineJob({
  name: processingJobs.playable,
  payload,
  pool: 'playable',
  maxAttempts: 3,
  timeoutSeconds: encodeSeconds,
  handler: (context: Context, { videoId, run }, jobRun) =>
    processVideo(context, videoId, jobRun, async (video, signal) => {
      const { sql, storage, clock } = context
      // Committed before, and only the end of the job was not written down: its source may be gone by now.
      if (video.streams?.dir.endsWith(`-${run}`)) return
      await removeLeftovers(context, video, run)
      await using _room = await claimForStep(context, video, {
        name: 'playable',
        key: video.source_key,
        factor: 1,
      })
      await withScratch(context, async (scratch) => {
        const source = await localCopy(storage, video.source_key, scratch)
        const info = await describeSource(sql, videoId, source, signal)
        const made = await makePlayable(source, info, scratch, { signal })
        const dir = `first-${run}`
        const { width, height } = info.video
        const put = (folder: string) => publishFiles(context, made.files, scratch, `${folder}/${dir}`, signal)
        await publishToVideo(context, videoId, put, async (tx) => {
          const changes = { is_playable: true, status: 'processing' as const, progress: 0, failure: null }
          const streams = toStreams(dir, made)
          const duration = made.duration
          await updateVideo(tx, videoId, { ...changes, streams, duration, width, height }, clock.now())
          await setVideoBytes(tx, videoId, dir, bytesOf(made.files))
          await removeLater(tx, video, clock.now(), dir)
          await countVideos(tx, video.owner_id)
          const later = { priority: jobRun.priority + extrasAfterTurns }
          if (info.hasCaptions) await enqueue(tx, makeCaptionsJob, { videoId, run }, later)
          await enqueue(tx, makeExtrasJob, { videoId, run }, later)
          const priority = await takeTurn(tx, 'ladder', video.owner_id)
          await enqueue(tx, makeLadderJob, { videoId, run }, { priority })
          await announceOnce(tx, videoId, clock.now())
          await tellProgress(tx, videoId)
        })
      })
    }),
})

/** Then every size, in one pass. */
export const makeLadderJob = defineJob({
  name: processingJobs.ladder,
  payload,
  pool: 'heavy',
  maxAttempts: 3,
  timeoutSeconds: encodeSeconds,
  handler: (context: Context, { videoId, run }, jobRun) =>
    processVideo(context, videoId, jobRun, async (video, signal) => {
      const { sql, storage, clock } = context
      const dir = `ladder-${run}`
      if (video.streams?.dir === dir) return
      await using _room = await claimForStep(context, video, {
        name: 'ladder',
        key: video.source_key,
        factor: 2,
      })
      await withScratch(context, async (scratch) => {
        const source = await localCopy(storage, video.source_key, scratch)
        const info = await describeSource(sql, videoId, source, signal)
        const onProgress = reportProgress(context, videoId)
        const made = await makeLadder(source, info, scratch, { signal, onProgress })
        await publishMissingCaptions(context, videoId, { source, info, scratch, signal })
        const put = (folder: string) => publishFiles(context, made.files, scratch, `${folder}/${dir}`, signal)
        await publishToVideo(context, videoId, put, async (tx) => {
          const changes = { status: 'ready' as const, progress: 100, failure: null }
          const streams = toStreams(dir, made)
          await updateVideo(tx, videoId, { ...changes, streams, duration: made.duration }, clock.now())
          await setVideoBytes(tx, videoId, dir, bytesOf(made.files))
          await removeLater(tx, video, clock.now(), dir)
          await deleteVideoBytes(tx, videoId, 'source')
          await enqueue(tx, removeFolder, { folder: folderOf(video.source_key) })
          await enqueue(tx, makeStoryboardJob, { videoId, run }, { priority: jobRun.priority })
          await tellOutcome(tx, videoId, clock.now())
        })
      })
    }),
})

/** Its captions: a matter of a moment, so they do not wait for the ladders of others. */
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
    await unlessDeleted(context, video, jobRun.signal, (signal) =>
      withScratch(context, async (scratch) => {
        const key = video.source_key
        await using _room = await claimForStep(context, video, { name: 'captions', key, factor: 0 })
        const source = await localCopy(storage, key, scratch)
        const info = await describeSource(sql, videoId, source, signal)
        await publishCaptions(context, video, { source, info, scratch, signal })
      }),
    )
  },
})

/** The clip for hovering, and a poster where no thumbnail was given. */
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
        const folder = `poster-${newToken()}`
        const { files, placeholder } = await encodeThumbnail(join(scratch, poster.name))
        const put = async (videoFolder: string) => {
          for (const { name, bytes, contentType } of files)
            await storage.putBytes(`${videoFolder}/${folder}/${name}`, bytes, contentType)
        }
        await publishToVideo(context, videoId, put, async (tx, { has_own_thumbnail, thumbnail_folder }) => {
          // One that the owner has chosen meanwhile stays; otherwise it takes the place of an earlier try's.
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

/** Last the pictures for the seek bar, from a small rendition. */
export const makeStoryboardJob = defineJob({
  name: 'videos:make-storyboard',
  payload,
  pool: 'heavy',
  maxAttempts: 3,
  timeoutSeconds: 6 * hours,
  handler: (context: Context, { videoId }, jobRun) =>
    withPlayableFile(context, videoId, 'storyboard', jobRun, async (_video, source, scratch, signal) => {
      const { clock } = context
      const { files } = await makeStoryboard(source, await probe(source, { signal }), scratch, { signal })
      const put = (folder: string) => publishFiles(context, files, scratch, `${folder}/extras`, signal)
      await publishToVideo(context, videoId, put, async (tx) => {
        await updateVideo(tx, videoId, { has_storyboard: true }, clock.now())
        await setVideoBytes(tx, videoId, 'extras/storyboard', bytesOf(files))
        await tellProgress(tx, videoId)
      })
    }),
})

/** Removes the streams that those in `dir` replace, once viewers have had time to finish them. */
async function removeLater(tx: Db, video: VideoRow, now: Date, dir: string): Promise<void> {
  const old = video.streams?.dir
  if (!old || old === dir) return
  const runAt = secondsAfter(now, keepFirstSeconds)
  await enqueue(tx, removeSubfolder, { videoId: video.id, name: old }, { runAt })
  await deleteVideoBytes(tx, video.id, old)
}

const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'))

function toStreams(dir: string, { master, renditions }: StreamSet): Streams {
  return {
    dir,
    master,
    renditions: renditions.map(({ name, file, width, height, bandwidth }) => ({
      name,
      file,
      width,
      height,
      bandwidth,
    })),
  }
}
