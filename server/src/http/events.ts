import type { ServerResponse } from 'node:http'
import type { EventData, EventName } from '@vireo/contract'
import type { Context } from '../context.ts'
import type { Db } from '../db/sql.ts'
import { secondsAfter } from '../lib/clock.ts'
import { listLiveSessions } from './sessions.ts'

const channel = 'personal_events'
const streamsPerPerson = 10
const keepAliveMs = 25_000
const checkSessionsMs = 3000
/** How long a page waits whose stream was ended for a newer one; otherwise the pages would end each other's in turn. */
const retryMs = 60_000
/** How far the clocks of the writing processes may differ. */
const clockMarginSeconds = 60
const oldestSeconds = 24 * 3600

/** Something that one person is told. */
export interface PersonalEvent<Name extends EventName = EventName> {
  name: Name
  /** What it is about: an event about the same thing, under the same name, makes it out of date. */
  about: string
  data: EventData<Name>
}

interface Told {
  userId: string
  event: PersonalEvent
}

/** Something whose receivers and content are looked up when it arrives. */
interface Announcement {
  topic: string
  id: string
  /** The only person concerned, if there is one: processes that they are not connected to need not look. */
  userId?: string
}

/** Tells a person something, whichever process their pages are connected to; in a transaction, once that is committed. */
export async function tell<Name extends EventName>(
  db: Db,
  userId: string,
  event: PersonalEvent<Name>,
): Promise<void> {
  const told: Told = { userId, event }
  await db`select pg_notify(${channel}, ${JSON.stringify(told)})`
}

/**
 * Announces what may concern many people: each process looks up, once, who of those connected to it is told what.
 * In a transaction, once that is committed.
 */
export async function announce(db: Db, announcement: Announcement): Promise<void> {
  await announceAll(db, [announcement])
}

/** In one statement, however many they are. */
export async function announceAll(db: Db, announcements: Announcement[]): Promise<void> {
  const payloads = announcements.map((one) => JSON.stringify(one))
  await db`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`
}

/** Finds whom of the connected people an announcement concerns, and what each is told. */
export type LookUp = (context: Context, id: string, viewerIds: string[]) => Promise<Told[]>

/** What a person has to know whose stream begins, or was interrupted at that time. */
export type CatchUp = (context: Context, viewerId: string, since: Date) => Promise<PersonalEvent[]>

interface StreamOwner {
  viewerId: string
  sessionHash: Buffer
  /** The last event that a reconnecting page has seen. */
  lastEventId: string | undefined
}

type Stream = ReturnType<typeof openStream>

/** The open event streams of this process. One database connection listens for all of them. */
export function createEventStreams(
  context: Context,
  catchUps: CatchUp[],
  lookUps: Readonly<Record<string, LookUp>>,
) {
  const { sql, clock, log } = context
  const streams = new Set<Stream>()
  const send = ({ userId, event }: Told) => {
    for (const stream of streams) if (stream.viewerId === userId) stream.send(event)
  }
  const queue = createLookUpQueue(async ({ topic, id, userId }) => {
    const concerned = [...streams].filter((stream) => !userId || stream.viewerId === userId)
    if (concerned.length === 0) return
    const viewerIds = [...new Set(concerned.map((stream) => stream.viewerId))]
    try {
      for (const told of (await lookUps[topic]?.(context, id, viewerIds)) ?? []) send(told)
    } catch (error) {
      log.warn({ err: error }, 'could not look up an announcement')
      for (const stream of concerned) stream.catchUp()
    }
  })
  const onEvent = (payload: string) => {
    const message: Told | Announcement = JSON.parse(payload)
    if ('event' in message) send(message)
    else queue.add(message)
  }
  // Called again when a lost connection is back: events in between were not delivered.
  const onListening = () => {
    for (const stream of streams) stream.catchUp()
  }
  const subscription = sql.listen(channel, onEvent, onListening)
  subscription.catch((error: unknown) => log.error({ err: error }, 'cannot listen for events'))

  async function endOldSessions() {
    if (streams.size === 0) return
    const asked = [...streams]
    const hashes = asked.map((stream) => stream.sessionHash)
    const live = await listLiveSessions(sql, hashes, clock.now())
    for (const stream of asked) if (!live.has(stream.sessionHash.toString('hex'))) stream.end()
  }
  const timers = [
    setInterval(() => {
      for (const stream of streams) stream.keepAlive()
    }, keepAliveMs),
    setInterval(() => {
      endOldSessions().catch((error: unknown) => log.warn({ err: error }, 'could not check sessions'))
    }, checkSessionsMs),
  ]

  return {
    add(raw: ServerResponse, owner: StreamOwner) {
      const theirs = [...streams].filter((stream) => stream.viewerId === owner.viewerId)
      if (theirs.length >= streamsPerPerson) theirs[0]?.replace()
      const stream = openStream(context, catchUps, raw, owner)
      streams.add(stream)
      raw.once('close', () => streams.delete(stream))
      stream.catchUp()
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      for (const stream of streams) stream.end()
      await subscription.then((one) => one.unlisten()).catch(() => {})
    },
  }
}

/**
 * One look-up after the other, so that a person is told things in their order. What is announced again while it
 * waits is looked up once.
 */
function createLookUpQueue(deliver: (announcement: Announcement) => Promise<void>) {
  const waiting = new Map<string, Announcement>()
  let isRunning = false
  async function run() {
    isRunning = true
    for (const [key, announcement] of waiting) {
      waiting.delete(key)
      await deliver(announcement)
    }
    isRunning = false
  }
  return {
    add(announcement: Announcement) {
      waiting.set(`${announcement.topic} ${announcement.id}`, announcement)
      if (!isRunning) void run()
    },
  }
}

function openStream(
  context: Context,
  catchUps: CatchUp[],
  raw: ServerResponse,
  { viewerId, sessionHash, lastEventId }: StreamOwner,
) {
  const { clock, log } = context
  let since = readEventId(lastEventId, clock.now())
  /** What was told while the current state is being read, which may be older than that. */
  let toldMeanwhile: Set<string> | undefined
  const keyOf = ({ name, about }: PersonalEvent) => `${name} ${about}`
  const write = (text: string) => {
    if (!raw.writableEnded && !raw.destroyed) raw.write(`${text}\n\n`)
  }
  const send = ({ name, data }: PersonalEvent) =>
    write(`event: ${name}\nid: ${clock.now().getTime()}\ndata: ${JSON.stringify(data)}`)
  // An id from the start: a page that reconnects sends it, even if there was no event in between.
  write(`id: ${since.getTime()}`)

  async function sendMissed() {
    const told = new Set<string>()
    toldMeanwhile = told
    const startedAt = clock.now()
    const margin = secondsAfter(since, -clockMarginSeconds)
    const lists = await Promise.all(catchUps.map((catchUp) => catchUp(context, viewerId, margin)))
    if (toldMeanwhile !== told) return
    toldMeanwhile = undefined
    since = startedAt
    for (const event of lists.flat()) if (!told.has(keyOf(event))) send(event)
  }

  return {
    viewerId,
    sessionHash,
    send(event: PersonalEvent) {
      toldMeanwhile?.add(keyOf(event))
      send(event)
    },
    /** Sends what happened since the stream was last known to miss nothing. */
    catchUp() {
      sendMissed().catch((error: unknown) => log.warn({ err: error }, 'could not send missed events'))
    },
    keepAlive: () => write(': still here'),
    end: () => raw.end(),
    /** Ends it for a newer stream of the same person. */
    replace() {
      write(`retry: ${retryMs}`)
      raw.end()
    },
  }
}

/** The time at which an event was sent; anything but a recent time counts as now. */
function readEventId(id: string | undefined, now: Date): Date {
  const time = Number(id)
  const isRecent = time <= now.getTime() && time >= secondsAfter(now, -oldestSeconds).getTime()
  return isRecent ? new Date(time) : now
}
