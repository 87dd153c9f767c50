import type { Context } from '../../context/context.ts'
import type { Logger } from '../../lib/logger.ts'
import { type Content, fillSite, keyOfPictures, keyOfVideo } from './fill-site.ts'
import { keyOfTweet } from './make-tweet.ts'
import { createPeople, samplePassword, samplePeople, sampleUsername } from './samples/sample-accounts.ts'
import { samplePictures } from './samples/sample-pictures.ts'
import { sampleTweets } from './samples/sample-tweets.ts'
import { sampleVideos } from './samples/sample-videos.ts'
import { deleteTask, insertTasks, isEmptySite, listTasks, lockSamples } from './seed.queries.ts'

const everything: Content = { pictures: samplePictures, tweets: sampleTweets, videos: sampleVideos }
const people = 'people'

/** Creates the sample people on an empty site; a site with people is left alone. */
export async function prepareSamples(context: Context, content = everything): Promise<void> {
  await context.sql.begin(async (tx) => {
    await lockSamples(tx)
    if (await isEmptySite(context.sql))
      await insertTasks(context.sql, [
        people,
        ...content.pictures.map(keyOfPictures),
        ...content.tweets.map(keyOfTweet),
        ...content.videos.map(keyOfVideo),
      ])
    if (!(await listTasks(context.sql)).has(people)) return
    await createPeople(context, samplePeople)
    await deleteTask(context.sql, people)
  })
}

/** Makes the pictures, tweets and videos in the background, while the site runs. */
export function startSamples(context: Context, content = everything): { stop(): Promise<void> } {
  const controller = new AbortController()
  const done = fillSite(context, content, controller.signal).catch((error: unknown) =>
    context.log.error({ err: error }, 'could not continue making the samples'),
  )
  return {
    stop: async () => {
      controller.abort()
      await done
    },
  }
}

/** Makes all samples before it returns. The videos are processed by the next worker that runs. */
export async function seed(context: Context): Promise<void> {
  await prepareSamples(context)
  await fillSite(context, everything, new AbortController().signal)
}

export function announceSamples(log: Logger): void {
  log.info(`Sign in with the sample account: ${sampleUsername} / ${samplePassword}`)
}
