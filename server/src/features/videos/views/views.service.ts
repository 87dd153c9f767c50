import { createHmac } from 'node:crypto'
import { limits } from '@vireo/contract'
import type { AppContext, Context } from '../../../context.ts'
import { loadSecret } from '../../../db/secret.ts'
import type { Db } from '../../../db/sql.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { networkOf } from '../../../lib/network.ts'
import { runEvery } from '../../../lib/run-every.ts'
import type { VideoRow } from '../videos.queries.ts'
import {
  deleteOldViews,
  deleteViewerSecrets,
  insertView,
  listViewerSecrets,
  rollUpViews,
} from './views.queries.ts'

/** How long a page must wait before its view counts. */
const secondsToView = (video: VideoRow) => Math.min(limits.viewAfterSeconds, video.duration)
const tokenSeconds = 12 * 3600

/** A token that is sent with a video; it counts once enough time to have played it has passed. */
export function issueViewToken({ signer, clock }: AppContext, video: VideoRow): string {
  const now = clock.now()
  const issued = Math.floor(now.getTime() / 1000)
  return `${issued}.${signer.sign(statement(video.id, issued), secondsAfter(now, tokenSeconds))}`
}

const statement = (videoId: string, issued: number) => `view\n${videoId}\n${issued}`

interface Viewing {
  token: string
  viewerId: string | undefined
  ip: string
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
  return insertView(sql, { videoId: video.id, ...(await identifyViewer(context, viewing, now)) }, now)
}

const secretPrefix = 'views:'
/** The name of the secret of a day, `days` after now. */
const secretOf = (now: Date, days = 0) =>
  `${secretPrefix}${secondsAfter(now, days * 24 * 3600)
    .toISOString()
    .slice(0, 10)}`

/**
 * Identifies a viewer: the account if signed in, otherwise the network. Neither is stored, only an HMAC with a daily
 * secret that is deleted after two days. The key of yesterday is compared too, for windows that began then.
 */
async function identifyViewer({ sql }: AppContext, { viewerId, ip }: Viewing, now: Date) {
  const [today, yesterday] = [secretOf(now), secretOf(now, -1)]
  const secrets = await listViewerSecrets(sql, [today, yesterday])
  const who = viewerId ? `user\n${viewerId}` : `network\n${networkOf(ip)}`
  const name = (secret: Uint8Array) => createHmac('sha256', secret).update(who).digest().subarray(0, 16)
  const older = secrets.get(yesterday)
  return {
    viewerKey: name(secrets.get(today) ?? (await loadSecret(sql, today))),
    olderKey: older ? name(older) : null,
  }
}

/** Called by the housekeeping job. */
export async function sweepViews(db: Db, now: Date): Promise<void> {
  await deleteOldViews(db, now)
  await deleteViewerSecrets(db, secretPrefix, secretOf(now, -1))
}

const rollUpEveryMs = 3000

/** Adds up appended views every few seconds; what a crash leaves is added up after the next start. */
export function startRollUp({ sql, log }: Context) {
  return runEvery(rollUpEveryMs, () => rollUpViews(sql), { log, failure: 'could not add up views' })
}
