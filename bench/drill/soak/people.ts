import { api, type Video } from '@vireo/contract'
import { TestClient } from '../../../server/test/app/client.ts'
import { isFinished, uploadForm } from '../../../server/test/content/videos.ts'
import type { DrillContext } from '../drill.ts'
import { expectOk, Person } from '../tools/people.ts'
import { comment, publish, untilVideo } from '../tools/posts.ts'
import { Retries } from '../tools/retries.ts'
import { pause } from '../tools/waiting.ts'

/** How many of each there are, and how long each of them rests between two turns. */
const visitors = { count: 8, restMs: 1500 }
const viewers = { count: 4, restMs: 5000 }
const uploaders = { count: 2, restMs: 20_000 }

/** A soak shows growth; how long a busy machine may refuse people is the subject of other drills. */
const longestMs = 600_000
const isReady = (video: Video) => video.status === 'ready' && isFinished(video)

export interface Crowd {
  /** How many turns were taken, and what had to be tried again. */
  readonly retries: Retries
  /** Whether somebody saw an error that is not temporary; `stop` throws it. */
  readonly hasFailed: boolean
  stop(): Promise<void>
}

/** Visitors, people who watch, like and comment, and people who upload, until they are stopped. */
export async function gather(context: DrillContext, origin: string): Promise<Crowd> {
  const authors: Person[] = []
  for (let i = 0; i < uploaders.count; i++) authors.push(await new Person(context, origin).signUp())
  const readers: Person[] = []
  for (let i = 0; i < viewers.count; i++) readers.push(await new Person(context, origin).signUp())
  const [first] = authors
  if (!first) throw new Error('Nobody uploads')
  const video = await publish(context.ledger, first)
  await untilVideo(first, video._id, isReady)
  let isStopped = false
  let hasFailed = false
  const retries = new Retries(longestMs)
  const stop = () => {
    isStopped = true
  }
  context.defer(stop)
  const repeat = async (restMs: number, work: (turn: number) => Promise<unknown>) => {
    for (let turn = 1; !isStopped; turn++) {
      await retries.run('a turn', () => work(turn))
      await pause(restMs)
    }
  }
  const running = Promise.all([
    ...Array.from({ length: visitors.count }, (_, i) =>
      repeat(visitors.restMs, (turn) => visit(origin, i, turn)),
    ),
    ...readers.map((reader) => repeat(viewers.restMs, (turn) => watch(reader, video, turn))),
    ...authors.map((author) => repeat(uploaders.restMs, () => replaceVideo(author))),
  ])
  running.catch(() => {
    hasFailed = true
    stop()
  })
  return {
    retries,
    get hasFailed() {
      return hasFailed
    },
    stop: async () => {
      stop()
      await running
      for (const reader of readers) await comment(context.ledger, reader, video._id, 'I stayed until the end')
    },
  }
}

/** Newly uploaded videos have files, unlike those of `fillSite`. */
const recentVideos = 4

/** A visitor of another network each time: the pages, a search, and a part of a video. */
async function visit(origin: string, number: number, turn: number): Promise<void> {
  const headers = { 'x-forwarded-for': `2001:db8:${number.toString(16)}:${(turn % 5000).toString(16)}::1` }
  const client = new TestClient(origin)
  const list = await client.call(api.videos.list, { query: {}, headers })
  expectOk(list)
  expectOk(await client.call(api.videos.list, { query: { query: `clip ${turn % 50}` }, headers }))
  const page = await client.fetch('/', { headers })
  await page.arrayBuffer()
  const chosen = list.data.docs[turn % recentVideos]
  if (chosen) await open(client, chosen._id, headers)
}

/** Somebody's new video may have been removed since it was listed. */
async function open(client: TestClient, id: string, headers: Record<string, string>): Promise<void> {
  const answer = await client.call(api.videos.get, { params: { id }, headers })
  if (answer.status === 404) return
  expectOk(answer)
  const { videofile } = answer.data
  if (!videofile) return
  const file = await client.fetch(videofile, { headers: { ...headers, range: 'bytes=0-65535' } })
  await file.arrayBuffer()
  if (!file.ok && file.status !== 404) throw new Error(`${file.status} for a part of a file`)
}

/** Watches, likes or unlikes, and replaces an own comment, so that the site does not grow. */
async function watch({ client, headers }: Person, { _id: videoId }: Video, turn: number): Promise<void> {
  const params = { videoId }
  expectOk(await client.call(api.videos.get, { params: { id: videoId }, headers }))
  expectOk(await client.call(api.history.add, { params, body: { position: turn % 3 } }))
  expectOk(await client.call(api.likes.toggleVideo, { params, body: { isLiked: turn % 2 === 0 } }))
  const answer = await client.call(api.comments.addToVideo, { params, body: { content: `Number ${turn}` } })
  expectOk(answer)
  expectOk(await client.call(api.comments.listOfVideo, { params }))
  const { _id: commentId } = answer.data.comment
  expectOk(await client.call(api.comments.removeFromVideo, { params: { commentId } }))
}

/** Uploads a video, waits until it is processed, and removes it. */
async function replaceVideo({ client }: Person): Promise<void> {
  const answer = await client.call(api.videos.upload, { form: await uploadForm('captionsMp4') })
  expectOk(answer)
  const { _id: id } = answer.data
  await untilVideo({ client }, id, isReady)
  expectOk(await client.call(api.videos.remove, { params: { id } }))
}
