import type { ServerResponse } from 'node:http'
import type { VideoProgress } from '@vireo/contract'
import type { Context } from '../../../context.ts'
import { listLiveSessions } from '../../../http/sessions.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { listProgress } from '../videos.queries.ts'
import { toVideoProgress } from '../videos.view.ts'
import { type VideoEvent, videoChannel } from './video-events.ts'

const streamsPerPerson = 10
const keepAliveMs = 25_000
const checkSessionsMs = 3000
/** How long a page waits whose stream was ended for a newer one; otherwise the pages would end each other's in turn. */
const retryMs = 60_000
/** How far the clocks of the writing processes may differ. */
const clockMarginSeconds = 60
const oldestSeconds = 24 * 3600

interface StreamOwner {
  viewerId: string
  sessionHash: Buffer
  /** The last event that a reconnecting page has seen. */
  lastEventId: string | undefined
}

type Stream = ReturnType<typeof openStream>

/** The open event streams of this process. One database connection listens for all of them. */
export function createEventStreams(context: Context) {
  const { sql, clock, log } = context
  const streams = new Set<Stream>()
  const onEvent = (payload: string) => {
    const { ownerId, video }: VideoEvent = JSON.parse(payload)
    for (const stream of streams) if (stream.viewerId === ownerId) stream.sendProgress(video)
  }
  // Called again when a lost connection is back: events in between were not delivered.
  const onListening = () => {
    for (const stream of streams) stream.sendAll()
  }
  const subscription = sql.listen(videoChannel, onEvent, onListening)
  subscription.catch((error: unknown) => log.error({ err: error }, 'cannot listen for video events'))

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
      const stream = openStream(context, raw, owner)
      streams.add(stream)
      raw.once('close', () => streams.delete(stream))
      stream.sendAll()
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      for (const stream of streams) stream.end()
      await subscription.then((one) => one.unlisten()).catch(() => {})
    },
  }
}

function openStream(
  context: Context,
  raw: ServerResponse,
  { viewerId, sessionHash, lastEventId }: StreamOwner,
) {
  const { sql, clock, log } = context
  let since = readEventId(lastEventId, clock.now())
  /** The videos that were sent while the current state is being read: their rows may be older than what was sent. */
  let sentMeanwhile: Set<string> | undefined
  const write = (text: string) => {
    if (!raw.writableEnded && !raw.destroyed) raw.write(`${text}\n\n`)
  }
  const send = (video: VideoProgress) => write(`id: ${clock.now().getTime()}\ndata: ${JSON.stringify(video)}`)
  // An id from the start: a page that reconnects sends it, even if there was no event in between.
  write(`id: ${since.getTime()}`)

  async function sendCurrentState() {
    const sent = new Set<string>()
    sentMeanwhile = sent
    const startedAt = clock.now()
    const rows = await listProgress(sql, viewerId, secondsAfter(since, -clockMarginSeconds))
    if (sentMeanwhile !== sent) return
    sentMeanwhile = undefined
    since = startedAt
    for (const row of rows) if (!sent.has(row.id)) send(toVideoProgress(row))
  }

  return {
    viewerId,
    sessionHash,
    sendProgress(video: VideoProgress) {
      sentMeanwhile?.add(video._id)
      send(video)
    },
    /** Sends the state of the person's videos that are unfinished or changed recently. */
    sendAll() {
      sendCurrentState().catch((error: unknown) => log.warn({ err: error }, 'could not send video progress'))
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
