import { createHmac, randomBytes } from 'node:crypto'
import { limits } from '@vireo/contract'
import type { AppContext } from '../../../../context/context.ts'
import { loadSecret } from '../../../../db/secret.ts'
import type { Db, Sql } from '../../../../db/sql.ts'
import { createBatches } from '../../../../lib/batches.ts'
import { dayOf, secondsAfter } from '../../../../lib/clock.ts'
import { networkOf } from '../../../../lib/net/network.ts'
import type { Signer } from '../../../../lib/security/signer.ts'
import { getVideo } from '../lists/shown-videos.queries.ts'
import type { VideoRow } from '../videos.queries.ts'
import {
  deleteOldViews,
  deleteViewerSecrets,
  insertViews,
  listViewerSecrets,
  type ViewerKeys,
} from './views.queries.ts'

/** How long a page must wait before its view counts. */
const secondsToView = (video: VideoRow) => Math.min(limits.viewAfterSeconds, video.duration)
const tokenSeconds = 12 * 3600

/** A token that is sent with a video. It counts as a view once enough time to have played the video has passed. */
export function issueViewToken({ signer, clock }: AppContext, videoId: string): string {
  const now = clock.now()
  const opened = `${Math.floor(now.getTime() / 1000)}-${randomBytes(9).toString('base64url')}`
  return `${opened}.${signer.sign(statement(videoId, opened), secondsAfter(now, tokenSeconds))}`
}

const statement = (videoId: string, opened: string) => `view\n${videoId}\n${opened}`

/** The contents of a genuine token: when it was issued, and a random id. */
export function readViewToken(signer: Signer, video: VideoRow, token: string, now: Date) {
  const dot = token.indexOf('.')
  const opened = token.slice(0, dot)
  if (!signer.verify(statement(video.id, opened), token.slice(dot + 1), now)) return undefined
  const dash = opened.indexOf('-')
  const issuedAt = new Date(Number(opened.slice(0, dash)) * 1000)
  return {
    id: Buffer.from(opened.slice(dash + 1), 'base64url'),
    issuedAt,
    expiresAt: secondsAfter(issuedAt, tokenSeconds),
  }
}

export interface Viewing {
  token: string
  viewerId: string | undefined
  ip: string
}

/** Keeps the statement of a batch short. */
const maxBatchSize = 500

/** Creates a function that finds a watched video. Simultaneous calls of visitors for one video share a statement. */
export function createViewedVideos(sql: Sql) {
  const getForVisitor = createBatches<{ id: string }, VideoRow>({
    groupOf: ({ id }) => id,
    maxItems: maxBatchSize,
    run: async ([first]) => {
      const video = await getVideo(sql, first?.id ?? '', undefined)
      return () => video
    },
  })
  return (id: string, viewerId: string | undefined): Promise<VideoRow> =>
    viewerId ? getVideo(sql, id, viewerId) : getForVisitor({ id })
}

interface Claim {
  videoId: string
  viewer: string
}

/**
 * Creates a function that counts a view, unless it is the owner's, too early, or the same viewer's within six hours.
 * Simultaneous views of one video are written in one statement, as likes are (decision 49).
 */
export function createViewRecorder(context: AppContext) {
  const { sql, clock, signer } = context
  const findVideo = createViewedVideos(sql)
  const count = createViewCounter(context)
  return async (id: string, viewing: Viewing): Promise<boolean> => {
    const { viewerId, token } = viewing
    const video = await findVideo(id, viewerId)
    const now = clock.now()
    const opened = readViewToken(signer, video, token, now)
    if (!opened || viewerId === video.owner_id) return false
    const isPlayed = now.getTime() - opened.issuedAt.getTime() >= Math.floor(secondsToView(video)) * 1000
    return isPlayed && count({ videoId: video.id, viewer: identityOfViewer(viewing) })
  }
}

/**
 * Creates a function that counts a view by a signed-in person whose client adds videos to the history but does not
 * report views. There is no proof that the video was played, so the owner and the six hours are all that is checked.
 */
export function createHistoryViewRecorder(context: AppContext) {
  const findVideo = createViewedVideos(context.sql)
  const count = createViewCounter(context)
  return async (id: string, viewerId: string): Promise<void> => {
    const video = await findVideo(id, viewerId)
    if (viewerId !== video.owner_id) await count({ videoId: video.id, viewer: identityOfPerson(viewerId) })
  }
}

const createViewCounter = ({ sql, clock }: AppContext) =>
  createBatches<Claim, boolean>({
    groupOf: ({ videoId }) => videoId,
    keyOf: ({ viewer }) => viewer,
    maxItems: maxBatchSize,
    run: (claims) => countTogether(sql, claims, clock.now()),
  })

/** All claims are for one video, each by a different viewer. */
async function countTogether(sql: Sql, claims: Claim[], now: Date) {
  const keysOf = await loadViewerKeys(sql, now)
  const keys = new Map(claims.map((claim) => [claim, keysOf(claim.viewer)]))
  const counted = await insertViews(sql, claims[0]?.videoId ?? '', [...keys.values()], now)
  return (claim: Claim) => counted.has(keys.get(claim)?.viewerKey ?? '')
}

const secretPrefix = 'views:'
/** The name of the secret of a day, `days` after now. */
const secretOf = (now: Date, days = 0) => `${secretPrefix}${dayOf(now, days)}`

/**
 * Returns a function that makes the keys of a viewer, from the account if signed in, otherwise the network. Neither is
 * stored, only an HMAC with a daily secret that is deleted after two days. The key of yesterday is compared too, for
 * windows that began then.
 */
async function loadViewerKeys(sql: Sql, now: Date): Promise<(viewer: string) => ViewerKeys> {
  const [today, yesterday] = [secretOf(now), secretOf(now, -1)]
  const secrets = await listViewerSecrets(sql, [today, yesterday])
  const current = secrets.get(today) ?? (await loadSecret(sql, today))
  const older = secrets.get(yesterday)
  const name = (secret: Uint8Array, viewer: string) => hashIdentity(secret, viewer).toString('hex')
  return (viewer) => ({ viewerKey: name(current, viewer), olderKey: older ? name(older, viewer) : null })
}

const identityOfPerson = (id: string) => `user\n${id}`
const identityOfViewer = ({ viewerId, ip }: Viewing) =>
  viewerId ? identityOfPerson(viewerId) : `network\n${networkOf(ip)}`

const hashIdentity = (secret: Uint8Array, identity: string) =>
  createHmac('sha256', secret).update(identity).digest().subarray(0, 16)

/** The playback of one viewer on one page. */
export interface Play {
  identity: string
  issuedAt: Date
}

/**
 * The id of the token alone does not identify a play: visitors who open a page within the same second share its
 * document, and with it the token.
 */
export const playOf = (viewing: Viewing, { id, issuedAt }: { id: Buffer; issuedAt: Date }): Play => ({
  identity: `play\n${id.toString('base64url')}\n${identityOfViewer(viewing)}`,
  issuedAt,
})

/** The ids that are stored instead of the identities of plays, in hexadecimal. */
export async function derivePlayIds(sql: Sql, plays: Play[]): Promise<string[]> {
  const days = new Set(plays.map(({ issuedAt }) => secretOf(issuedAt)))
  const secrets = await listViewerSecrets(sql, [...days])
  for (const day of days) if (!secrets.has(day)) secrets.set(day, await loadSecret(sql, day))
  const secretFor = ({ issuedAt }: Play) => secrets.get(secretOf(issuedAt)) as Uint8Array
  return plays.map((play) => hashIdentity(secretFor(play), play.identity).toString('hex'))
}

/** Called by the housekeeping job. */
export async function sweepViews(db: Db, now: Date): Promise<void> {
  await deleteOldViews(db, now)
  await deleteViewerSecrets(db, secretPrefix, secretOf(now, -1))
}
