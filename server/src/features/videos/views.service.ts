import { createHash } from 'node:crypto'
import { limits } from '@vireo/contract'
import type { AppContext, Context } from '../../context.ts'
import { secondsAfter } from '../../lib/clock.ts'
import type { VideoRow } from './videos.queries.ts'
import { insertView, rollUpViews } from './views.queries.ts'

/** What a page must wait for before its view counts. */
const secondsToView = (video: VideoRow) => Math.min(limits.viewAfterSeconds, video.duration)
const tokenSeconds = 12 * 3600

/** Given out with a video; can be used once enough time to have played it has passed. */
export function issueViewToken({ signer, clock }: AppContext, video: VideoRow): string {
  const now = clock.now()
  const issued = Math.floor(now.getTime() / 1000)
  return `${issued}.${signer.sign(statement(video.id, issued), secondsAfter(now, tokenSeconds))}`
}

const statement = (videoId: string, issued: number) => `view\n${videoId}\n${issued}`

export interface Viewing {
  token: string
  viewerId: string | undefined
  ip: string
  userAgent: string
}

/** Counts a view, unless it is the owner's, too early, or the same viewer's within six hours. */
export async function recordView(context: AppContext, video: VideoRow, viewing: Viewing): Promise<boolean> {
  const { sql, clock, signer } = context
  const now = clock.now()
  const dot = viewing.token.indexOf('.')
  const issued = Number(viewing.token.slice(0, dot))
  const isGenuine = signer.verify(statement(video.id, issued), viewing.token.slice(dot + 1), now)
  const isPlayed = now.getTime() / 1000 - issued >= Math.floor(secondsToView(video))
  if (!isGenuine || !isPlayed || viewing.viewerId === video.owner_id) return false
  return insertView(sql, video.id, viewerKey(viewing), now)
}

/** Signed in: the person. Otherwise the best guess that keeps nothing about the person. */
function viewerKey({ viewerId, ip, userAgent }: Viewing): Buffer {
  const who = viewerId ? `user\n${viewerId}` : `visitor\n${ip}\n${userAgent}`
  return createHash('sha256').update(who).digest().subarray(0, 16)
}

const rollUpEveryMs = 3000

/** Adds up appended views every few seconds; what a crash leaves is added up after the next start. */
export function startRollUp({ sql, log }: Context) {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = rollUpViews(sql).catch((error: unknown) => log.error({ err: error }, 'could not add up views'))
  }, rollUpEveryMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
