import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { api, type Video } from '@vireo/contract'
import { postTweet } from '../../../server/test/content/tweets.ts'
import { uploadForm } from '../../../server/test/content/videos.ts'
import type { DrillContext } from '../drill.ts'
import type { Ledger } from './ledger.ts'
import { expectOk, type Person } from './people.ts'
import { pause, until } from './waiting.ts'

export interface Community {
  author: Person
  viewer: Person
  video: Video
  /** The id of the author's tweet. */
  tweetId: string
}

/** Creates two people, a video, a tweet, a comment and a like, all of which must survive the fault. */
export async function makeCommunity(context: DrillContext, newPerson: () => Person): Promise<Community> {
  const { ledger } = context
  const author = await newPerson().signUp()
  const viewer = await newPerson().signUp()
  const video = await publish(ledger, author)
  const tweetId = await tweet(ledger, author)
  await untilVideo(author, video._id, ({ isPlayable }) => isPlayable)
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
  context.community = { author, viewer, video, tweetId }
  return context.community
}

/** Publishes a clip whose processing takes a few seconds and must eventually succeed. */
export async function publish(ledger: Ledger, { client }: Pick<Person, 'client'>): Promise<Video> {
  const answer = await client.call(api.videos.upload, { form: await uploadForm('captionsMp4') })
  expectOk(answer)
  noteVideo(ledger, client, answer.data._id)
  return answer.data
}

/** Longer than any machine takes, unless processing has stopped. */
const processingMs = 300_000

export async function untilVideo(
  { client }: Pick<Person, 'client'>,
  id: string,
  isDone: (video: Video) => boolean,
): Promise<void> {
  const check = async () => {
    const { data } = await client.call(api.videos.get, { params: { id } })
    if (isDone(data)) return true
    throw new Error(`it is ${data.status}`)
  }
  await until(`the video ${id} is processed`, check, processingMs)
}

/** A video whose processing failed is not lost if a retry succeeds. */
export function noteVideo(ledger: Ledger, client: Person['client'], id: string): void {
  ledger.note('video', async () => {
    const { data } = await client.call(api.videos.get, { params: { id } })
    if (data.status === 'failed') await client.call(api.videos.retry, { params: { id } })
    const isComplete = data.status === 'ready' && data.hasPreview && data.storyboard !== null
    return isComplete && isWhole(client, data.videofile ?? '')
  })
}

/** Whether all frames can be decoded. The object store may serve the file from its own address. */
async function isWhole(client: Person['client'], address: string): Promise<boolean> {
  const bytes = await download(client, address)
  if (!bytes) return false
  const decoding = execFileAsync('ffprobe', [...countFrames, 'pipe:0'])
  // A damaged file may be refused before its end.
  decoding.child.stdin?.on('error', () => {}).end(bytes)
  const { stdout, stderr } = await decoding
  return stderr === '' && Number.parseInt(stdout, 10) >= clipFrames
}

const execFileAsync = promisify(execFile)
const countFrames = [
  ...['-v', 'error', '-select_streams', 'v:0', '-count_frames'],
  ...['-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0'],
]
/** Three seconds with 12 frames a second. */
const clipFrames = 36

/** Returns the id of the tweet. Its text and, if it could be read at first, its picture must stay the same. */
export async function tweet(ledger: Ledger, { client }: Person): Promise<string> {
  const content = `A picture, ${randomUUID()}`
  const { _id: id } = await postTweet(client, content)
  const readPicture = async () => {
    const { data } = await client.call(api.tweets.get, { params: { id } })
    // The earlier version of an upgrade sends a list of several pictures.
    const [address = ''] = [data.tweet.image].flat()
    const bytes = await download(client, address)
    return { content: data.tweet.content, sha256: bytes && sha256Of(bytes) }
  }
  const before = await readPicture().catch(() => undefined)
  ledger.note('tweet', async () => {
    const now = await readPicture()
    const isSame = !before?.sha256 || now.sha256 === before.sha256
    return now.content === content && now.sha256 !== undefined && isSame
  })
  return id
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Undefined if it is empty or not served. The object store may serve the file from its own address. */
async function download(client: Person['client'], address: string): Promise<Buffer | undefined> {
  const answer = await client.fetch(address, { redirect: 'follow' })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return answer.ok && bytes.length > 0 ? bytes : undefined
}

export async function comment(
  ledger: Ledger,
  { client }: Pick<Person, 'client'>,
  videoId: string,
  content: string,
): Promise<void> {
  const answer = await client.call(api.comments.addToVideo, { params: { videoId }, body: { content } })
  expectOk(answer)
  const { _id } = answer.data.comment
  ledger.note('comment', () => hasComment(client, videoId, { id: _id, content }))
}

interface Comment {
  id: string
  content: string
}

async function hasComment(
  client: Person['client'],
  videoId: string,
  { id, content }: Comment,
): Promise<boolean> {
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 100, ...(cursor && { cursor }) }
    const answer = await client.call(api.comments.listOfVideo, { params: { videoId }, query })
    expectOk(answer)
    const found = answer.data.comments.find(({ _id }) => _id === id)
    if (found) return found.content === content
    if (!answer.data.nextCursor) return false
    cursor = answer.data.nextCursor
  }
}

/** Below one person's rate limit for comments. */
const mostComments = 25
const mostTries = 600
const usualGapMs = 100

/** Posts comments one after another during the fault; only responses with 200 count as acknowledged. */
export function keepCommenting(
  ledger: Ledger,
  { viewer, video }: Community,
  { gapMs = usualGapMs } = {},
): { stop(): Promise<string> } {
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
