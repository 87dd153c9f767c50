import type { ServerResponse } from 'node:http'
import type { EventData, EventName } from '@vireo/contract'
import type { Context } from '../context/context.ts'
import type { Db } from '../db/sql.ts'
import { secondsAfter } from '../lib/clock.ts'
import { touchLiveSessions } from './access/session-activity.ts'

const channel = 'personal_events'
const streamsPerPerson = 10
/** A page that reads so slowly, or not at all, is disconnected. It reconnects by itself and catches up. */
const maxUnsentBytes = 1024 * 1024
const keepAliveMs = 25_000
const checkSessionsMs = 3000
/** How long a page waits after its stream was replaced; otherwise a person's pages would keep replacing each other. */
const retryMs = 60_000
/** How much the clocks of the processes may differ. */
const clockMarginSeconds = 60
const oldestSeconds = 24 * 3600

/** An event for one person. */
export interface PersonalEvent<Name extends EventName = EventName> {
  name: Name
  /** The id of what it is about. A newer event with the same name and `about` replaces this one. */
  about: string
  data: EventData<Name>
}

interface AddressedEvent {
  userId: string
  event: PersonalEvent
}

/** An event whose recipients and content each process looks up. */
interface Announcement {
  topic: string
  id: string
  /** Set if it concerns only this person, so that processes without their streams need not look it up. */
  userId?: string
}

/** Sends an event to a person, whichever process their pages are connected to. In a transaction, sends on commit. */
export async function sendEvent<Name extends EventName>(
  db: Db,
  userId: string,
  event: PersonalEvent<Name>,
): Promise<void> {
  await sendEvents(db, [{ userId, event }])
}

/** Sends all events in one statement. */
export const sendEvents = (db: Db, events: AddressedEvent[]): Promise<void> => notifyProcesses(db, events)

async function notifyProcesses(db: Db, messages: (AddressedEvent | Announcement)[]): Promise<void> {
  const payloads = messages.map((message) => JSON.stringify(message))
  await db`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`
}

/**
 * Announces something that may concern many people. Each process looks up the events for its connected people. In a
 * transaction it is sent on commit.
 */
export async function announce(db: Db, announcement: Announcement): Promise<void> {
  await announceAll(db, [announcement])
}

/** Sends all announcements in one statement. */
export const announceAll = (db: Db, announcements: Announcement[]): Promise<void> =>
  notifyProcesses(db, announcements)

/** Finds the events that an announcement causes for the connected people. */
export type LookUp = (context: Context, id: string, viewerIds: string[]) => Promise<AddressedEvent[]>

/** Finds the events for a person whose stream starts, or has been interrupted since that time. */
export type CatchUp = (context: Context, viewerId: string, since: Date) => Promise<PersonalEvent[]>

/** The look-ups by the topic of the announcement. */
type LookUps = Readonly<Record<string, LookUp>>

interface StreamOwner {
  viewerId: string
  sessionHash: Buffer
  /** Adapts the data of an event to the page. */
  adapt: (data: PersonalEvent['data']) => unknown
  /** The last event that a page received before it reconnected. */
  lastEventId: string | undefined
}

type Stream = ReturnType<typeof openStream>

/** The open event streams of this process. One database connection listens for all of them. */
export function createEventStreams(context: Context, catchUps: CatchUp[], lookUps: LookUps) {
  const { metrics } = context
  const streams = new Set<Stream>()
  const stopListening = deliverEvents(context, streams, lookUps)
  const stopTimers = startTimers(context, streams)

  return {
    add(raw: ServerResponse, owner: StreamOwner) {
      const ownStreams = [...streams].filter((stream) => stream.viewerId === owner.viewerId)
      if (ownStreams.length >= streamsPerPerson) ownStreams[0]?.replace()
      const stream = openStream(context, catchUps, raw, owner)
      streams.add(stream)
      metrics.eventStreams.inc()
      raw.once('close', () => {
        streams.delete(stream)
        metrics.eventStreams.dec()
      })
      stream.catchUp()
    },
    async close() {
      stopTimers()
      for (const stream of streams) stream.end()
      await stopListening()
    },
  }
}

/** Sends the events that arrive through the database to their streams. Returns a function that stops this. */
function deliverEvents(context: Context, streams: Set<Stream>, lookUps: LookUps) {
  const { sql, log } = context
  const send = ({ userId, event }: AddressedEvent) => {
    for (const stream of streams) if (stream.viewerId === userId) stream.send(event)
  }
  const queue = createLookUpQueue(async ({ topic, id, userId }) => {
    const concerned = [...streams].filter((stream) => !userId || stream.viewerId === userId)
    if (concerned.length === 0) return
    const viewerIds = [...new Set(concerned.map((stream) => stream.viewerId))]
    try {
      for (const event of (await lookUps[topic]?.(context, id, viewerIds)) ?? []) send(event)
    } catch (error) {
      log.warn({ err: error }, 'could not look up an announcement')
      for (const stream of concerned) stream.catchUp()
    }
  })
  const onEvent = (payload: string) => {
    const message: AddressedEvent | Announcement = JSON.parse(payload)
    if ('event' in message) send(message)
    else queue.add(message)
  }
  // Also called when a lost connection is back, because events were missed in between.
  const onListening = () => {
    for (const stream of streams) stream.catchUp()
  }
  const subscription = sql.listen(channel, onEvent, onListening)
  subscription.catch((error: unknown) => log.error({ err: error }, 'cannot listen for events'))
  return () => subscription.then((listener) => listener.unlisten()).catch(() => {})
}

/** Keeps the streams alive, and ends those whose session has ended; the sessions of the others are in use. */
function startTimers({ sql, clock, log }: Context, streams: Set<Stream>) {
  async function endOldSessions() {
    if (streams.size === 0) return
    const checked = [...streams]
    const hashes = checked.map((stream) => stream.sessionHash)
    const live = await touchLiveSessions(sql, hashes, clock.now())
    for (const stream of checked) if (!live.has(stream.sessionHash.toString('hex'))) stream.endWithSession()
  }
  const timers = [
    setInterval(() => {
      for (const stream of streams) stream.keepAlive()
    }, keepAliveMs),
    setInterval(() => {
      endOldSessions().catch((error: unknown) => log.warn({ err: error }, 'could not check sessions'))
    }, checkSessionsMs),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/**
 * Runs one look-up at a time, so that events are sent in the right order. An announcement that is repeated while it
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
  { viewerId, sessionHash, adapt, lastEventId }: StreamOwner,
) {
  const { clock, log } = context
  let since = readEventId(lastEventId, clock.now())
  /** The events sent while missed ones, which may be older, are being read. */
  let sentDuringCatchUp: Set<string> | undefined
  const keyOf = ({ name, about }: PersonalEvent) => `${name} ${about}`
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(`${text}\n\n`)
    if (raw.writableLength <= maxUnsentBytes) return
    log.info({ viewerId }, 'ended an event stream that nobody reads')
    // Not `end`, which would keep what is unsent until the page reads it.
    raw.destroy()
  }
  const send = ({ name, data }: PersonalEvent) =>
    write(`event: ${name}\nid: ${clock.now().getTime()}\ndata: ${JSON.stringify(adapt(data))}`)
  // Sent at the start, so that a page has an id to reconnect with even if there was no event.
  write(`id: ${since.getTime()}`)

  async function sendMissed() {
    const sent = new Set<string>()
    sentDuringCatchUp = sent
    const startedAt = clock.now()
    const margin = secondsAfter(since, -clockMarginSeconds)
    const lists = await Promise.all(catchUps.map((catchUp) => catchUp(context, viewerId, margin)))
    if (sentDuringCatchUp !== sent) return
    sentDuringCatchUp = undefined
    since = startedAt
    for (const event of lists.flat()) if (!sent.has(keyOf(event))) send(event)
  }

  return {
    viewerId,
    sessionHash,
    send(event: PersonalEvent) {
      sentDuringCatchUp?.add(keyOf(event))
      send(event)
    },
    /** Sends the events since the stream was last complete. */
    catchUp() {
      sendMissed().catch((error: unknown) => log.warn({ err: error }, 'could not send missed events'))
    },
    keepAlive: () => write(': still here'),
    end: () => raw.end(),
    /** The page reconnects at once, is refused, and so learns that its session has ended. */
    endWithSession() {
      write('retry: 0')
      raw.end()
    },
    /** Ends the stream in favour of a newer one of the same person. */
    replace() {
      write(`retry: ${retryMs}`)
      raw.end()
    },
  }
}

/** The ids of events are the times at which they were sent. Anything but a recent time counts as now. */
function readEventId(id: string | undefined, now: Date): Date {
  const time = Number(id)
  const isRecent = time <= now.getTime() && time >= secondsAfter(now, -oldestSeconds).getTime()
  return isRecent ? new Date(time) : now
}
