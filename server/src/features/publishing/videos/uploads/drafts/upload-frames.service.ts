import { join } from 'node:path'
import { limits } from '@vireo/contract'
import pLimit from 'p-limit'
import type { Context } from '../../../../../context/context.ts'
import { asBadRequest } from '../../../../../http/api/as-bad-request.ts'
import { openScratch } from '../../../../../lib/files/scratch.ts'
import { makeFrames } from '../../../../../media/encode/extras.ts'
import { encodeSizes, withImage } from '../../../../../media/images/images.ts'
import { probe } from '../../../../../media/probe/probe.ts'
import { isUploadOf } from '../uploads.queries.ts'
import { assertFinished, uploadNotFound, uploadStoreOf } from '../uploads.service.ts'

const frameCount = 6
/** Takes seconds of CPU time, and with S3 a local copy of the file. */
const limitWork = pLimit(1)

/** Pictures of a complete upload, as data URIs: for a browser that cannot play the video and draw them itself. */
export async function takeFrames(
  context: Context,
  uploadId: string,
  ownerId: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { sql, clock, config } = context
  if (!(await isUploadOf(sql, uploadId, ownerId, clock.now()))) throw uploadNotFound()
  const store = uploadStoreOf(context)
  await assertFinished(store, uploadId)
  return limitWork(async () => {
    signal.throwIfAborted()
    await using upload = await store.openFinished(uploadId)
    await using scratch = await openScratch(config.scratchDir)
    // Awaited, because the folder is removed at the end of this scope.
    return await asBadRequest('videofile', async () => {
      const info = await probe(upload.path, { maxSeconds: limits.videoSeconds, signal })
      const frames = await makeFrames(upload.path, info, scratch.path, {
        count: frameCount,
        signal,
        threads: 1,
      })
      return Promise.all(frames.map(({ name }) => toDataUri(join(scratch.path, name))))
    })
  })
}

/** Published thumbnails are not wider. */
async function toDataUri(path: string): Promise<string> {
  const size = { name: 'frame', width: 1280, fit: 'inside' } as const
  const [encoded] = await withImage(path, {}, (image) => encodeSizes(image, [size], ['jpeg']))
  return `data:image/jpeg;base64,${encoded?.bytes.toString('base64')}`
}
