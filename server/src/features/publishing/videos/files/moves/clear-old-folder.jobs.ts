import { t } from '@vireo/contract'
import type { Context } from '../../../../../context/context.ts'
import { defineJob, enqueue } from '../../../../../jobs/define-job.ts'
import type { Storage } from '../../../../../media/storage/storage.ts'
import { listCaptions } from '../../captions/captions.view.ts'
import { findVideo, type VideoRow } from '../../videos.queries.ts'
import { copyIfPresent, listNames } from './copy-files.ts'

/** Removes the old folder of a moved video. Files that the video needs and the move did not see are copied first. */
export const clearOldFolderJob = defineJob({
  name: 'videos:clear-old-folder',
  payload: t.object({ videoId: t.string(), folder: t.string() }),
  maxAttempts: 25,
  timeoutSeconds: 3600,
  handler: async ({ sql, storage }: Context, { videoId, folder }) => {
    let target: string | undefined
    for (;;) {
      const video = await findVideo(sql, videoId)
      if (video?.folder === target) break
      // The video was moved again or deleted in the meantime, which left the new copies behind.
      if (target && video) await enqueue(sql, clearOldFolderJob, { videoId, folder: target })
      else if (target) await storage.removeFolder(target)
      if (!video) break
      target = video.folder
      await copyLateFiles(storage, folder, video)
    }
    await storage.removeFolder(folder)
  },
})

async function copyLateFiles(storage: Storage, from: string, video: VideoRow): Promise<void> {
  const there = new Set(await listNames(storage, video.folder))
  const needed = ['extras', video.streams?.dir, video.thumbnail_folder].map((name) => `/${name}/`)
  const captions = new Set(listCaptions(video).map(({ path }) => `/${path}`))
  // Not captions that the owner has removed since the video was moved.
  const isNeeded = (name: string) =>
    captions.has(name) ||
    (!name.startsWith('/extras/captions-') && needed.some((start) => name.startsWith(start)))
  const late = (await listNames(storage, from)).filter((name) => !there.has(name) && isNeeded(name))
  for (const name of late) await copyIfPresent(storage, from + name, video.folder + name)
}
