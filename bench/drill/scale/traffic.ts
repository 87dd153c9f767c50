import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { api, type Video } from '@vireo/contract'
import { waitForVideo } from '../../../server/test/content/videos.ts'
import type { DrillContext } from '../drill.ts'
import { ResumableUpload } from '../scenarios/resumable-upload.ts'
import { expectOk, Person } from '../tools/people.ts'
import { comment, publish } from '../tools/posts.ts'
import { Retries } from '../tools/retries.ts'
import { pause } from '../tools/waiting.ts'

const viewerCount = 6
const authorCount = 2
/** Each person may post 30 comments a minute. */
const gapMs = 2500
const clipSeconds = 3

interface Traffic {
  retries: Retries
  /** Fails if anybody saw an error that persisted after retries. */
  stop(): Promise<void>
}

/** People who upload in both ways, and people who watch, like and comment, until they are stopped. */
export async function startTraffic(context: DrillContext, origin: string): Promise<Traffic> {
  const signUp = () => new Person(context, origin).signUp()
  const authors = await signUpMany(authorCount, signUp)
  const viewers = await signUpMany(viewerCount, signUp)
  const retries = new Retries()
  const likes = new Likes()
  await Promise.all(authors.map((author) => upload(context, author, retries, 0)))
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  context.defer(stop)
  const repeat = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 1; !isStopped; turn++) await work(turn)
  }
  const running = Promise.all([
    ...authors.map((author) => repeat((turn) => upload(context, author, retries, turn))),
    ...viewers.map((viewer) => repeat((turn) => watch(context, viewer, retries, likes, turn))),
  ])
  // `stop` reports the failure of one; the others need not continue.
  running.catch(stop)
  return {
    retries,
    stop: async () => {
      stop()
      await running
      likes.note(context)
    },
  }
}

async function signUpMany(count: number, signUp: () => Promise<Person>): Promise<Person[]> {
  const people: Person[] = []
  while (people.length < count) people.push(await signUp())
  return people
}

/** Publishes a video, alternately in pieces and as a form, and waits until it is processed. */
async function upload(context: DrillContext, author: Person, retries: Retries, turn: number): Promise<void> {
  const video = await (turn % 2 === 0
    ? retries.run('publishing', () => publish(context.ledger, author))
    : uploadInPieces(context, author, retries))
  context.ledger.note('played video', () => plays(author, video._id))
  await retries.run('waiting for a video', () =>
    waitForVideo(author.client, video._id, ({ status }) => status === 'ready' || status === 'failed'),
  )
}

async function uploadInPieces(context: DrillContext, author: Person, retries: Retries): Promise<Video> {
  const sent = await retries.run('opening an upload', () => ResumableUpload.open(context, author))
  for (let i = 0; i < 4; i++) await retries.run('sending a piece', () => sent.sendChunks(1))
  await retries.run('sending the rest', () => sent.sendRest())
  return retries.run('publishing an upload', () => sent.publish())
}

/** Whether ffprobe, as a player, finds the whole video. */
async function plays({ client }: Person, id: string): Promise<boolean> {
  const { data } = await client.call(api.videos.get, { params: { id } })
  const address = new URL(data.videofile ?? '', client.origin).href
  const asked = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0']
  const { stdout } = await promisify(execFile)('ffprobe', [...asked, address])
  return Math.abs(Number(stdout) - clipSeconds) < 0.2
}

async function watch(
  context: DrillContext,
  viewer: Person,
  retries: Retries,
  likes: Likes,
  turn: number,
): Promise<void> {
  const { client } = viewer
  const list = await retries.run('the list', async () => {
    const answer = await client.call(api.videos.list)
    expectOk(answer)
    return answer.data.docs
  })
  const chosen = list[turn % list.length]
  if (!chosen) return
  const { _id: videoId } = chosen
  await retries.run('the beginning of a video', () => readBeginning(viewer, videoId))
  await retries.run('comments', async () =>
    expectOk(await client.call(api.comments.listOfVideo, { params: { videoId } })),
  )
  const isLiked = turn % 3 > 0
  await retries.run('a like', async () =>
    expectOk(await client.call(api.likes.toggleVideo, { params: { videoId }, body: { isLiked } })),
  )
  likes.set(videoId, viewer, isLiked)
  await retries.run('a comment', () => comment(context.ledger, viewer, videoId, `Number ${turn}`))
  await pause(gapMs)
}

async function readBeginning({ client }: Person, id: string): Promise<void> {
  const answer = await client.call(api.videos.get, { params: { id } })
  expectOk(answer)
  const { videofile } = answer.data
  if (!videofile) return
  // The store sends it from a signed address that expires.
  const file = await client.fetch(videofile, { redirect: 'follow', headers: { range: 'bytes=0-65535' } })
  if (!file.ok) throw new Error(`${file.status} for a part of a file`)
  await file.arrayBuffer()
}

/** The last acknowledged likes. */
class Likes {
  readonly #videos = new Map<string, Map<Person, boolean>>()

  set(videoId: string, person: Person, isLiked: boolean) {
    const ofVideo = this.#videos.get(videoId) ?? new Map()
    this.#videos.set(videoId, ofVideo.set(person, isLiked))
  }

  /** Notes that all of them must be found, and that the total of each video must be exact. */
  note({ ledger }: DrillContext) {
    for (const [videoId, people] of this.#videos) {
      const total = [...people.values()].filter(Boolean).length
      for (const [{ client }, isLiked] of people)
        ledger.note('like', async () => {
          const { data } = await client.call(api.likes.videoLikes, { params: { videoId } })
          return data.isLiked === isLiked && data.totalLikes === total
        })
    }
  }
}
