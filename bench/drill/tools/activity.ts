import { api } from '@vireo/contract'
import { TestClient } from '../../../server/test/app/client.ts'
import type { DrillContext } from '../drill.ts'
import { expectOk, type Person } from './people.ts'
import type { Community } from './posts.ts'
import { pause } from './waiting.ts'

const peopleCount = 6
const visitorCount = 60
const gapMs = 50
/** A view counts once the video can have been played, which takes three seconds. */
const playMs = 4000

export interface Activity {
  /** Ends it, and notes what was acknowledged. */
  stop(): Promise<void>
}

/** Many people like and watch during the fault, and many visitors are counted as viewers. */
export async function startActivity(
  context: DrillContext,
  community: Community,
  newPerson: () => Person,
): Promise<Activity> {
  const people: Person[] = []
  while (people.length < peopleCount) people.push(await newPerson().signUp())
  const views = new Views(community)
  await views.open()
  await pause(playMs)
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  context.defer(stop)
  const persons = people.map((person) => new Watching(person, community))
  const repeat = async (work: () => Promise<boolean>) => {
    while (!isStopped && (await work())) await pause(gapMs)
  }
  const running = Promise.all([...persons.map((one) => repeat(() => one.next())), repeat(() => views.next())])
  return {
    stop: async () => {
      stop()
      await running
      for (const one of persons) one.note(context)
      noteTotal(context, persons, community)
      views.note(context)
    },
  }
}

/** One person, who likes and unlikes a tweet, and whose player reports where they are. */
class Watching {
  private readonly person: Person
  private readonly community: Community
  private turn = 0
  /** The acknowledged state, and a later one whose answer was lost, which may be in force or not. */
  readonly likes = { known: false, possible: false }
  private readonly position = { known: 0, possible: 0 }

  constructor(person: Person, community: Community) {
    this.person = person
    this.community = community
  }

  /** False once something was refused: what was acknowledged before must survive, and is not written again. */
  async next(): Promise<boolean> {
    const { client } = this.person
    const { video, tweetId } = this.community
    const position = ++this.turn
    const isLiked = position % 3 > 0
    this.likes.possible = isLiked
    if (!(await isOk(client.call(api.likes.toggleTweet, { params: { tweetId }, body: { isLiked } }))))
      return false
    this.likes.known = isLiked
    this.position.possible = position
    const params = { videoId: video._id }
    const body = { position, reportsViews: true }
    if (!(await isOk(client.call(api.history.add, { params, body })))) return false
    this.position.known = position
    return true
  }

  note({ ledger }: DrillContext): void {
    const { client } = this.person
    const { video, tweetId } = this.community
    ledger.note('like', async () => {
      const { data } = await client.call(api.likes.tweetLikes, { params: { tweetId } })
      return data.isLiked === this.likes.known || data.isLiked === this.likes.possible
    })
    ledger.note('position', async () => {
      const { data } = await client.call(api.history.list)
      const found = data.find((entry) => entry.video._id === video._id)?.position ?? -1
      return found >= this.position.known && found <= this.position.possible
    })
  }
}

function noteTotal({ ledger }: DrillContext, persons: Watching[], { viewer, tweetId }: Community): void {
  const isCertain = ({ likes }: Watching) => likes.known === likes.possible
  const least = persons.filter((one) => isCertain(one) && one.likes.known).length
  const most = least + persons.filter((one) => !isCertain(one)).length
  ledger.note('like total', async () => {
    const { data } = await viewer.client.call(api.likes.tweetLikes, { params: { tweetId } })
    return data.totalLikes >= least && data.totalLikes <= most
  })
}

/** Visitors who open the page of the video; each of them counts as one view. */
class Views {
  private readonly community: Community
  private readonly origin: string
  private readonly waiting: { headers: Record<string, string>; viewToken: string }[] = []
  private before = 0
  private acknowledged = 0
  private unanswered = 0

  constructor(community: Community) {
    this.community = community
    this.origin = community.viewer.client.origin
  }

  async open(): Promise<void> {
    const params = { id: this.community.video._id }
    for (let i = 1; i <= visitorCount; i++) {
      const headers = { 'x-forwarded-for': `2001:db8:ffff:${i.toString(16)}::1` }
      const answer = await new TestClient(this.origin).call(api.videos.get, { params, headers })
      expectOk(answer)
      this.before = answer.data.views
      this.waiting.push({ headers, viewToken: answer.data.viewToken })
    }
  }

  /** False when all have been counted. */
  async next(): Promise<boolean> {
    const visitor = this.waiting.pop()
    if (!visitor) return false
    const { headers, viewToken } = visitor
    const params = { id: this.community.video._id }
    const view = new TestClient(this.origin).call(api.videos.recordView, {
      params,
      headers,
      body: { viewToken },
    })
    const answer = await view.catch(() => undefined)
    if (answer?.status === 200 && answer.data.isCounted) this.acknowledged++
    // An error may hide that the view was written.
    else if (answer?.status !== 200) this.unanswered++
    return true
  }

  note({ ledger }: DrillContext): void {
    const { author, video } = this.community
    const count = async () => {
      const { data } = await author.client.call(api.videos.get, { params: { id: video._id } })
      return data.views - this.before
    }
    for (let i = 1; i <= this.acknowledged; i++) ledger.note('view', async () => (await count()) >= i)
    ledger.limit('duplicate view', async () => (await count()) <= this.acknowledged + this.unanswered)
  }
}

const isOk = (call: Promise<{ status: number }>) =>
  call.then(
    ({ status }) => status === 200,
    () => false,
  )
