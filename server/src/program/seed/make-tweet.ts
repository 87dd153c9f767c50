import { join } from 'node:path'
import { altFields } from '@vireo/contract'
import type { Context } from '../../context/context.ts'
import { addComment } from '../../features/community/comments/comments.service.ts'
import { postTweet } from '../../features/publishing/tweets/tweets.service.ts'
import { openScratch } from '../../lib/files/scratch.ts'
import { backdate } from './backdate.ts'
import { draw } from './pictures/canvas.ts'
import { addSampleLikes } from './samples/sample-accounts.ts'
import type { SampleReply, SampleTweet, SampleTweetPicture } from './samples/sample-tweets.ts'
import { deleteTask, findSampleUser } from './seed.queries.ts'

export const keyOfTweet = ({ key }: SampleTweet) => `tweet:${key}`

/** Posts a tweet in the same way as a person does, then adds the likes and replies of others. */
export async function makeTweet(context: Context, sample: SampleTweet): Promise<void> {
  const { sql } = context
  const ownerId = await findSampleUser(sql, sample.owner)
  if (!ownerId) {
    await deleteTask(sql, keyOfTweet(sample))
    return
  }
  const backdated = backdate(context, sample.daysAgo)
  const alts = sample.pictures.map(({ alt }, i) => [altFields[i], alt])
  const body = { content: sample.content, ...Object.fromEntries(alts) }
  await using folder = await openScratch(context.config.scratchDir)
  const files = await drawAll(sample.pictures, folder.path)
  const tweetId = await postTweet(backdated, ownerId, body, files, async (tx) => {
    if (!(await deleteTask(tx, keyOfTweet(sample))))
      throw new Error('Another process has made this sample in the meantime')
  })
  await addSampleLikes(backdated, sample.likedBy, { kind: 'tweet', id: tweetId })
  for (const reply of sample.replies) await addReply(context, sample, tweetId, reply)
}

async function drawAll(pictures: readonly SampleTweetPicture[], folder: string) {
  const files = []
  for (const [i, { motif, size }] of pictures.entries()) {
    const path = join(folder, `${i}.png`)
    files.push({ path, size: await draw(motif, size, path), name: `${i}.png` })
  }
  return files
}

async function addReply(context: Context, sample: SampleTweet, tweetId: string, reply: SampleReply) {
  const userId = await findSampleUser(context.sql, reply.by)
  if (!userId) return
  const backdated = backdate(context, Math.max(0, sample.daysAgo - reply.hoursLater / 24))
  const comment = await addComment(backdated, userId, { kind: 'tweet', id: tweetId }, reply.text, undefined)
  await addSampleLikes(backdated, reply.likedBy ?? [], { kind: 'comment', id: comment.id })
}
