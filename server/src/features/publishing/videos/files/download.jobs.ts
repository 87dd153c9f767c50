import { t } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { defineJob } from '../../../../jobs/define-job.ts'
import { makeDownload } from '../../../../media/encode/extras.ts'
import { probe } from '../../../../media/probe/probe.ts'
import type { VideoRow } from '../videos.queries.ts'
import { publishToVideo } from './publish-files.ts'
import { openStoredFile } from './stored-files.ts'
import { setVideoBytes } from './video-files.queries.ts'
import { withVideoFiles } from './video-steps.ts'

/** Made on the first request: most videos are never downloaded, and making it is a copy without encoding. */
export const makeDownloadJob = defineJob({
  name: 'videos:make-download',
  payload: t.object({ videoId: t.string() }),
  pool: 'playable',
  maxAttempts: 3,
  timeoutSeconds: 3600,
  handler: (context: Context, { videoId }, jobRun) =>
    withVideoFiles(context, videoId, jobRun.signal, async (video, signal) => {
      const { storage } = context
      const key = bestKey(video)
      if (!video.streams || !key || (await storage.stat(downloadKey(video)))) return
      const { dir } = video.streams
      await using best = await openStoredFile(context, videoId, { name: 'download', key, factor: 1 })
      const { path, scratch } = best
      const file = await makeDownload(path, await probe(path, { signal }), scratch, { signal })
      const finished = { files: [file], scratch, dir, signal }
      await publishToVideo(context, videoId, finished, async (tx, { streams }) => {
        // Streams that were replaced meanwhile are about to be removed, so they are not counted.
        if (streams?.dir === dir) await setVideoBytes(tx, videoId, `${dir}/${file.name}`, file.size)
      })
    }),
})

/** The key of the largest rendition. */
export const bestKey = ({ folder, streams }: VideoRow) =>
  streams?.renditions[0] && `${folder}/${streams.dir}/${streams.renditions[0].file}`
export const downloadKey = ({ folder, streams }: VideoRow) => `${folder}/${streams?.dir}/download.mp4`
