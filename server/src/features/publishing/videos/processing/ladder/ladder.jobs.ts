import { t } from '@vireo/contract'
import type { Context } from '../../../../../context/context.ts'
import type { Tx } from '../../../../../db/sql.ts'
import { defineJob, enqueue, type JobRun } from '../../../../../jobs/define-job.ts'
import { makeStoryboard } from '../../../../../media/encode/extras.ts'
import { makeLadder } from '../../../../../media/encode/transcode.ts'
import { probe } from '../../../../../media/probe/probe.ts'
import { removeFolder } from '../../../../core/files/files.jobs.ts'
import { deleteVideoBytes, setVideoBytes } from '../../files/video-files.queries.ts'
import { bytesOf, publishFiles, publishToVideo, sourceFolder } from '../../files/video-files.ts'
import { updateVideo } from '../../videos.queries.ts'
import { publishMissingCaptions } from '../captions.service.ts'
import { encodeSeconds, encodeStreams, type NewStreams } from '../encode-streams.ts'
import { processingJobs, turnOfPart } from '../processing.queries.ts'
import { reportProgress, withPlayableFile } from '../processing-steps.ts'
import { tellOutcome, tellProgress } from '../progress.service.ts'
import { deleteParts, type PartsOfRun } from './ladder-parts.queries.ts'
import { encodePart, joinLadder, startParts } from './ladder-parts.service.ts'

const ofRun = { videoId: t.string(), run: t.string() }
const ofParts = { ...ofRun, folder: t.string() }

/** What a ladder changes in its video, whether it was made in one pass or in parts. */
const newStreams = (context: Context, jobRun: JobRun, videoId: string, run: string): NewStreams => ({
  videoId,
  name: 'ladder',
  dir: `ladder-${run}`,
  isDone: (video) => video.streams?.dir === `ladder-${run}`,
  changes: () => ({ status: 'ready', progress: 100 }),
  commit: async (tx, video) => {
    await deleteParts(tx, videoId)
    await deleteVideoBytes(tx, videoId, 'source')
    await enqueue(tx, removeFolder, { folder: sourceFolder(video.source_key) })
    await enqueue(tx, makeStoryboardJob, { videoId, run }, { priority: jobRun.priority })
    await tellOutcome(tx, videoId, context.clock.now())
  },
})

/** Makes every size of a short video in one pass, and plans the parts of a long one. */
export const makeLadderJob = defineJob({
  name: processingJobs.ladder,
  payload: t.object({ ...ofRun, isOnePass: t.optional(t.boolean()) }),
  pool: 'heavy',
  maxAttempts: 3,
  timeoutSeconds: encodeSeconds,
  handler: async (context: Context, { videoId, run, isOnePass = false }, jobRun) => {
    const streams = newStreams(context, jobRun, videoId, run)
    const setProgress = (progress: number) =>
      updateVideo(context.sql, videoId, { progress }, context.clock.now())
    const addJobs = async (tx: Tx, folder: string, numbers: number[]) => {
      for (const number of numbers) {
        const priority = turnOfPart(jobRun.priority, number)
        await enqueue(tx, makeLadderPartJob, { videoId, run, folder, number }, { priority })
      }
    }
    await encodeStreams(context, jobRun, {
      ...streams,
      factor: 2,
      delegate: async () => !isOnePass && startParts(context, { videoId, run }, addJobs),
      // Otherwise the time left would be calculated from the progress of an interrupted try.
      prepare: async () => {
        await setProgress(0)
      },
      make: async (work) => {
        const { source, info, scratch, signal } = work
        const onProgress = reportProgress(context, videoId, setProgress)
        const made = await makeLadder(source, info, scratch, { signal, onProgress })
        await publishMissingCaptions(context, videoId, work)
        return made
      },
    })
  },
})

/** One part of a long video. The last one that is stored adds the job that joins them. */
export const makeLadderPartJob = defineJob({
  name: processingJobs.ladderPart,
  payload: t.object({ ...ofParts, number: t.integer() }),
  pool: 'heavy',
  maxAttempts: 3,
  timeoutSeconds: encodeSeconds,
  handler: (context: Context, part, jobRun) => {
    const { number: _, ...parts } = part
    return encodePart(context, part, jobRun, {
      onAllStored: (tx) => enqueue(tx, joinLadderJob, parts, { priority: jobRun.priority }),
      onGivenUp: (tx) => enqueueOnePass(tx, part, jobRun),
    })
  },
})

export const joinLadderJob = defineJob({
  name: processingJobs.joinLadder,
  payload: t.object(ofParts),
  pool: 'heavy',
  maxAttempts: 3,
  timeoutSeconds: encodeSeconds,
  handler: (context: Context, parts, jobRun) =>
    joinLadder(context, parts, jobRun, newStreams(context, jobRun, parts.videoId, parts.run), (tx) =>
      enqueueOnePass(tx, parts, jobRun),
    ),
})

const enqueueOnePass = (tx: Tx, { videoId, run }: PartsOfRun, { priority }: JobRun) =>
  enqueue(tx, makeLadderJob, { videoId, run, isOnePass: true }, { priority })

/** The pictures for the seek bar come last, made from a small rendition. */
export const makeStoryboardJob = defineJob({
  name: 'videos:make-storyboard',
  payload: t.object(ofRun),
  pool: 'heavy',
  maxAttempts: 3,
  timeoutSeconds: 6 * 3600,
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
