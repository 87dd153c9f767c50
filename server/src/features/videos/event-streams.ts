import type { ServerResponse } from 'node:http'
import type { VideoProgress } from '@vireo/contract'
import type { Context } from '../../context.ts'
import { listLiveSessions } from '../../http/sessions.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { type VideoEvent, videoChannel } from './video-events.ts'
import { listProgress } from './videos.queries.ts'
import { toVideoProgress } from './videos.view.ts'

const streamsPerPerson = 10
const keepAliveMs = 25_000
const checkSessionsMs = 3000
/** How long a page that was pushed out waits: pages of one person would otherwise push each other out in turns. */
const retryMs = 60_000
/** The clocks of the processes that write may differ by this much. */
const clockMarginSeconds = 60
const oldestSeconds = 24 * 3600

interface StreamOwner {
  viewerId: string
  sessionHash: Buffer
  /** The id of the last event that a returning page has seen. */
  lastEventId: string | undefined
}

type Stream = ReturnType<typeof openStream>

/** The open event streams of this process. One database connection listens for all of them. */
export function createEventStreams(context: Context) {
  const { sql, clock, log } = context
  const streams = new Set<Stream>()
  const onEvent = (payload: string) => {
    const { ownerId, video }: VideoEvent = JSON.parse(payload)
    for (const stream of streams) if (stream.viewerId === ownerId) stream.tell(video)
  }
  // Called again when a lost connection is back: what happened in between was told to nobody.
  const onListening = () => {
    for (const stream of streams) stream.tellAll()
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
      if (theirs.length >= streamsPerPerson) theirs[0]?.pushOut()
      const stream = openStream(context, raw, owner)
      streams.add(stream)
      raw.once('close', () => streams.delete(stream))
      stream.tellAll()
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
  /** The videos that were told of while the current state was being read, which is older then. */
  let toldMeanwhile: Set<string> | undefined
  const write = (text: string) => {
    if (!raw.writableEnded && !raw.destroyed) raw.write(`${text}\n\n`)
  }
  const send = (video: VideoProgress) => write(`id: ${clock.now().getTime()}\ndata: ${JSON.stringify(video)}`)
  // An id from the beginning: a page that comes back names it, even if nothing happened in between.
  write(`id: ${since.getTime()}`)

  async function sendCurrentState() {
    const told = new Set<string>()
    toldMeanwhile = told
    const startedAt = clock.now()
    const rows = await listProgress(sql, viewerId, secondsAfter(since, -clockMarginSeconds))
    if (toldMeanwhile !== told) return
    toldMeanwhile = undefined
    since = startedAt
    for (const row of rows) if (!told.has(row.id)) send(toVideoProgress(row))
  }

  return {
    viewerId,
    sessionHash,
    tell(video: VideoProgress) {
      toldMeanwhile?.add(video._id)
      send(video)
    },
    /** How the person's videos stand: those that are being processed, and those that changed lately. */
    tellAll() {
      sendCurrentState().catch((error: unknown) => log.warn({ err: error }, 'could not tell of videos'))
    },
    keepAlive: () => write(': still here'),
    end: () => raw.end(),
    pushOut() {
      write(`retry: ${retryMs}`)
      raw.end()
    },
  }
}

/** The time at which an event was sent; anything that is no recent one counts as now. */
function readEventId(id: string | undefined, now: Date): Date {
  const time = Number(id)
  const isRecent = time <= now.getTime() && time >= secondsAfter(now, -oldestSeconds).getTime()
  return isRecent ? new Date(time) : now
}
