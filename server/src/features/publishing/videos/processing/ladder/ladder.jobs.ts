import type { Context } from '../../../../../context/context.ts'
import { defineJob } from '../../../../../jobs/define-job.ts'
import { makeStoryboard } from '../../../../../media/encode/extras.ts'
import { totalSize } from '../../../../../media/encode/stream-set.ts'
import { probe } from '../../../../../media/probe/probe.ts'
import { publishToVideo } from '../../files/publish-files.ts'
import { setVideoBytes } from '../../files/video-files.queries.ts'
import { updateVideo } from '../../videos.queries.ts'
import { withPlayableFile } from '../processing-steps.ts'
import { sendProgress } from '../progress.service.ts'
import { encodeSeconds } from '../replace-streams.ts'
import { joinLadder } from './join-ladder.service.ts'
import { encodeLadder } from './ladder.service.ts'
import { encodePart } from './ladder-parts.service.ts'
import {
  joinLadderJobEntry,
  makeLadderJobEntry,
  makeLadderPartJobEntry,
  makeStoryboardJobEntry,
} from './ladder-queue.ts'

/** Makes every size of a short video in one pass, and plans the parts of a long one. */
export const makeLadderJob = defineJob({
  ...makeLadderJobEntry,
  pool: 'heavy',
  timeoutSeconds: encodeSeconds,
  handler: (context: Context, { videoId, run, isOnePass = false }, jobRun) =>
    encodeLadder(context, { videoId, run }, isOnePass, jobRun),
})

/** One part of a long video. The last one that is stored adds the job that joins them. */
export const makeLadderPartJob = defineJob({
  ...makeLadderPartJobEntry,
  pool: 'heavy',
  timeoutSeconds: encodeSeconds,
  handler: (context: Context, part, jobRun) => encodePart(context, part, jobRun),
})

export const joinLadderJob = defineJob({
  ...joinLadderJobEntry,
  pool: 'heavy',
  timeoutSeconds: encodeSeconds,
  handler: (context: Context, parts, jobRun) => joinLadder(context, parts, jobRun),
})

/** Makes the pictures for the seek bar last, from a small rendition. */
export const makeStoryboardJob = defineJob({
  ...makeStoryboardJobEntry,
  pool: 'heavy',
  timeoutSeconds: 6 * 3600,
  handler: (context: Context, { videoId }, jobRun) =>
    withPlayableFile(context, videoId, 'storyboard', jobRun, async (_video, source, scratch, signal) => {
      const { clock } = context
      const { files } = await makeStoryboard(source, await probe(source, { signal }), scratch, { signal })
      const finished = { files, scratch, dir: 'extras', signal }
      await publishToVideo(context, videoId, finished, async (tx) => {
        await updateVideo(tx, videoId, { has_storyboard: true }, clock.now())
        await setVideoBytes(tx, videoId, 'extras/storyboard', totalSize(files))
        await sendProgress(tx, videoId)
      })
    }),
})
