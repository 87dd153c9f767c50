import { api, type Video } from '@vireo/contract'
import { postTweet } from '../../server/test/tweets.ts'
import { uploadForm, waitForVideo } from '../../server/test/videos.ts'
import { pause } from './drill.ts'
import type { Ledger } from './ledger.ts'
import { expectOk, type Person } from './people.ts'
import type { Stage } from './stage.ts'

export interface Community {
  author: Person
  viewer: Person
  video: Video
}

/** Two people, a video, a tweet, a comment and likes: what any site has before something happens to it. */
export async function makeCommunity(stage: Stage, newPerson: () => Person): Promise<Community> {
  const { ledger } = stage
  const author = await newPerson().signUp()
  const viewer = await newPerson().signUp()
  const video = await publish(ledger, author)
  await tweet(ledger, author)
  await waitForVideo(author.client, video._id, ({ isPlayable }) => isPlayable)
  await comment(ledger, viewer, video._id, 'First')
  expectOk(
    await viewer.client.call(api.like.toggleVideo, {
      params: { videoId: video._id },
      body: { isLiked: true },
    }),
  )
  ledger.note('like', async () => {
    const { data } = await viewer.client.call(api.like.videoLikes, { params: { videoId: video._id } })
    return data.isLiked && data.totalLikes === 1
  })
  return { author, viewer, video }
}

/** Publishes a clip whose processing takes a few seconds; it must be ready in the end. */
export async function publish(ledger: Ledger, { client }: Person): Promise<Video> {
  const answer = await client.call(api.video.upload, { form: await uploadForm('captionsMp4') })
  expectOk(answer)
  noteVideo(ledger, client, answer.data._id)
  return answer.data
}

/** A video whose processing failed is not lost as long as Retry brings it back. */
export function noteVideo(ledger: Ledger, client: Person['client'], id: string): void {
  ledger.note('video', async () => {
    const { data } = await client.call(api.video.get, { params: { id } })
    if (data.status === 'failed') await client.call(api.video.retry, { params: { id } })
    const isComplete = data.status === 'ready' && data.preview !== null && data.storyboard !== null
    return isComplete && isServed(client, data.videofile ?? '')
  })
}

export async function tweet(ledger: Ledger, { client }: Person): Promise<void> {
  const { _id: id } = await postTweet(client, 'A picture')
  ledger.note('tweet', async () => {
    const { data } = await client.call(api.tweet.get, { params: { id } })
    const [address = ''] = [data.tweet.image].flat()
    return isServed(client, address)
  })
}

/** A store may have it elsewhere. */
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
  const answer = await client.call(api.comment.addToVideo, { params: { videoId }, body: { content } })
  expectOk(answer)
  const { _id } = answer.data.comment
  ledger.note('comment', async () => {
    const { data } = await client.call(api.comment.listOfVideo, {
      params: { videoId },
      query: { limit: 100 },
    })
    return data.comments.some((one) => one._id === _id)
  })
}

/** Under the limit of comments for one person. */
const mostComments = 25
const mostTries = 600
const gapMs = 100

/** Comments one after another, across the fault; only what was answered with 200 counts as acknowledged. */
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
