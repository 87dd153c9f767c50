import { api, type Video } from '@vireo/contract'
import { postTweet } from '../../../server/test/content/tweets.ts'
import { uploadForm, waitForVideo } from '../../../server/test/content/videos.ts'
import type { DrillContext } from '../drill.ts'
import type { Ledger } from './ledger.ts'
import { expectOk, type Person } from './people.ts'
import { pause } from './waiting.ts'

export interface Community {
  author: Person
  viewer: Person
  video: Video
}

/** Creates two people, a video, a tweet, a comment and a like, all of which must survive the fault. */
export async function makeCommunity(context: DrillContext, newPerson: () => Person): Promise<Community> {
  const { ledger } = context
  const author = await newPerson().signUp()
  const viewer = await newPerson().signUp()
  const video = await publish(ledger, author)
  await tweet(ledger, author)
  await waitForVideo(author.client, video._id, ({ isPlayable }) => isPlayable)
  await comment(ledger, viewer, video._id, 'First')
  expectOk(
    await viewer.client.call(api.likes.toggleVideo, {
      params: { videoId: video._id },
      body: { isLiked: true },
    }),
  )
  ledger.note('like', async () => {
    const { data } = await viewer.client.call(api.likes.videoLikes, { params: { videoId: video._id } })
    return data.isLiked && data.totalLikes === 1
  })
  return { author, viewer, video }
}

/** Publishes a clip whose processing takes a few seconds and must eventually succeed. */
export async function publish(ledger: Ledger, { client }: Person): Promise<Video> {
  const answer = await client.call(api.videos.upload, { form: await uploadForm('captionsMp4') })
  expectOk(answer)
  noteVideo(ledger, client, answer.data._id)
  return answer.data
}

/** A video whose processing failed is not lost if a retry succeeds. */
export function noteVideo(ledger: Ledger, client: Person['client'], id: string): void {
  ledger.note('video', async () => {
    const { data } = await client.call(api.videos.get, { params: { id } })
    if (data.status === 'failed') await client.call(api.videos.retry, { params: { id } })
    const isComplete = data.status === 'ready' && data.hasPreview && data.storyboard !== null
    return isComplete && isServed(client, data.videofile ?? '')
  })
}

export async function tweet(ledger: Ledger, { client }: Person): Promise<void> {
  const { _id: id } = await postTweet(client, 'A picture')
  ledger.note('tweet', async () => {
    const { data } = await client.call(api.tweets.get, { params: { id } })
    const address = data.tweet.image
    return isServed(client, address)
  })
}

/** The object store may serve the file from its own address. */
async function isServed(client: Person['client'], address: string): Promise<boolean> {
  const answer = await client.fetch(address, { redirect: 'follow' })
  return answer.ok && (await answer.arrayBuffer()).byteLength > 0
}

export async function comment(
  ledger: Ledger,
  { client }: Person,
  videoId: string,
  content: string,
): Promise<void> {
  const answer = await client.call(api.comments.addToVideo, { params: { videoId }, body: { content } })
  expectOk(answer)
  const { _id } = answer.data.comment
  ledger.note('comment', () => hasComment(client, videoId, _id))
}

async function hasComment(client: Person['client'], videoId: string, id: string): Promise<boolean> {
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 100, ...(cursor && { cursor }) }
    const answer = await client.call(api.comments.listOfVideo, { params: { videoId }, query })
    expectOk(answer)
    if (answer.data.comments.some(({ _id }) => _id === id)) return true
    if (!answer.data.nextCursor) return false
    cursor = answer.data.nextCursor
  }
}

/** Below one person's rate limit for comments. */
const mostComments = 25
const mostTries = 600
const gapMs = 100

/** Posts comments one after another during the fault; only responses with 200 count as acknowledged. */
export function keepCommenting(ledger: Ledger, { viewer, video }: Community): { stop(): Promise<string> } {
  let isStopped = false
  const answers = new Map<string, number>()
  const run = async () => {
    for (let i = 1; i <= mostTries && !isStopped && (answers.get('200') ?? 0) < mostComments; i++) {
      const answer = await comment(ledger, viewer, video._id, `Number ${i}`).then(
        () => '200',
        (error: Error) => /^\d{3}/.exec(error.message)?.[0] ?? 'no answer',
      )
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      await pause(gapMs)
    }
  }
  const running = run()
  return {
    stop: async () => {
      isStopped = true
      await running
      return [...answers].map(([answer, count]) => `${count} x ${answer}`).join(', ')
    },
  }
}
