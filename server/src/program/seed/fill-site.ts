import type { Context } from '../../context/context.ts'
import { publishVideo } from '../../features/publishing/videos/uploads/publish.service.ts'
import { openScratch } from '../../lib/files/scratch.ts'
import { backdate } from './backdate.ts'
import { makeClip } from './clips/make-clip.ts'
import { keyOfTweet, makeTweet } from './make-tweet.ts'
import { addSampleLikes } from './samples/sample-accounts.ts'
import { addToLibraries } from './samples/sample-library.ts'
import { type SamplePictures, uploadPictures } from './samples/sample-pictures.ts'
import type { SampleTweet } from './samples/sample-tweets.ts'
import type { SampleVideo } from './samples/sample-videos.ts'
import {
  deleteTask,
  findSampleUser,
  insertSampleStatistics,
  listTasks,
  setViewsAndDate,
} from './seed.queries.ts'

export interface Content {
  pictures: readonly SamplePictures[]
  tweets: readonly SampleTweet[]
  videos: readonly SampleVideo[]
}

export const keyOfPictures = ({ username }: SamplePictures) => `pictures:${username}`
export const keyOfVideo = ({ key }: SampleVideo) => `video:${key}`

/** Makes the missing samples, until all are done or it is aborted. */
export async function fillSite(context: Context, content: Content, signal: AbortSignal): Promise<void> {
  const tasks = await listTasks(context.sql)
  const pictures = content.pictures.map((sample) => ({
    key: keyOfPictures(sample),
    make: () => makePictures(context, sample),
  }))
  const tweets = content.tweets.map((sample) => ({
    key: keyOfTweet(sample),
    make: () => makeTweet(context, sample),
  }))
  const videos = content.videos.map((sample) => ({
    key: keyOfVideo(sample),
    make: () => makeVideo(context, sample, signal),
  }))
  const makeAll = async (work: typeof pictures) => {
    for (const { key, make } of work) {
      if (signal.aborted) return
      if (!tasks.has(key)) continue
      try {
        await make()
      } catch (error) {
        // The task is kept, so the next start tries again.
        if (!signal.aborted) context.log.warn({ err: error, sample: key }, 'could not make a sample')
      }
    }
  }
  await Promise.all([makeAll([...pictures, ...tweets]), makeAll(videos)])
}

async function makePictures(context: Context, pictures: SamplePictures): Promise<void> {
  const userId = await findSampleUser(context.sql, pictures.username)
  if (userId) await uploadPictures(context, userId, pictures)
  await deleteTask(context.sql, keyOfPictures(pictures))
}

async function makeVideo(context: Context, sample: SampleVideo, signal: AbortSignal): Promise<void> {
  const { sql } = context
  const { owner, title, description, views } = sample
  const ownerId = await findSampleUser(sql, owner)
  if (!ownerId) {
    await deleteTask(sql, keyOfVideo(sample))
    return
  }
  const backdated = backdate(context, sample.daysAgo)
  await using folder = await openScratch(context.config.scratchDir)
  const { path, thumbnailPath } = await makeClip(sample.clip, folder.path, signal)
  const details = { title, description, visibility: 'public' as const }
  const upload = { ownerId, details, source: { path }, thumbnailPath }
  const videoId = await publishVideo(backdated, upload, async (tx, id) => {
    if (!(await deleteTask(tx, keyOfVideo(sample))))
      throw new Error('Another process has made this sample in the meantime')
    await setViewsAndDate(tx, { id, views }, backdated.clock.now())
    await insertSampleStatistics(tx, id, context.clock.now())
    await addToLibraries(context, tx, sample.key, id)
  })
  await addSampleLikes(backdated, sample.likedBy, { kind: 'video', id: videoId })
}
