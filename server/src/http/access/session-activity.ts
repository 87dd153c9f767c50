import type { Db } from '../../db/sql.ts'
import { createBatches } from '../../lib/batches.ts'
import { secondsAfter } from '../../lib/clock.ts'

/** How precisely the last activity is known: a session in use is written this often, not with every request. */
const activeEverySeconds = 5 * 60
const maxSessionsPerUpdate = 200
/** An update that hangs must not delay the others. */
const overlapAfterMs = 20

interface Activity {
  tokenHash: Buffer
  userAgent: string
  /** Unchanged if undefined. */
  expiresAt: Date | undefined
  /** Whether the session is not accepted any more with a cookie without the prefix. */
  marksPrefixed: boolean
  at: Date
}

export const isActivityDue = (lastSeenAt: Date, now: Date) =>
  secondsAfter(lastSeenAt, activeEverySeconds) <= now

/** Creates a function that records that a session is in use, in one statement for all requests of a moment. */
export function createActivityRecorder(db: Db): (activity: Activity) => Promise<void> {
  return createBatches({
    groupOf: () => 'all',
    keyOf: ({ tokenHash }: Activity) => tokenHash.toString('hex'),
    maxItems: maxSessionsPerUpdate,
    overlapAfterMs,
    run: async (activities) => {
      await recordActivities(db, activities)
      return () => undefined
    },
  })
}

/** Sessions that another process is just writing are skipped: two batches in different orders could deadlock. */
async function recordActivities(db: Db, activities: Activity[]): Promise<void> {
  const rows = activities.map(({ tokenHash, userAgent, expiresAt, marksPrefixed, at }) => ({
    hash: tokenHash.toString('hex'),
    user_agent: userAgent,
    expires_at: expiresAt ?? null,
    marks_prefixed: marksPrefixed,
    at,
  }))
  await db`
    with active as (
      select decode(hash, 'hex') as token_hash, user_agent, expires_at, marks_prefixed, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as active (hash text, user_agent text, expires_at timestamptz, marks_prefixed boolean, at timestamptz)
    ),
    locked as (
      select token_hash from sessions where token_hash = any(array(select token_hash from active))
      for no key update skip locked
    )
    update sessions s set last_seen_at = a.at, user_agent = a.user_agent,
      expires_at = coalesce(a.expires_at, s.expires_at),
      has_prefixed_cookie = s.has_prefixed_cookie or a.marks_prefixed
    from active a join locked l on l.token_hash = a.token_hash
    where s.token_hash = a.token_hash`
}

/**
 * Which of these sessions have not ended; the hashes in hex. A page that is open counts as activity: it receives the
 * person's notifications.
 */
export async function touchLiveSessions(db: Db, hashes: Buffer[], now: Date): Promise<Set<string>> {
  const hex = hashes.map((hash) => hash.toString('hex'))
  const rows = await db<{ hash: string }[]>`
    with live as (
      select token_hash, last_seen_at from sessions
      where token_hash = any(array(select decode(hash, 'hex') from unnest(${hex}::text[]) as hash))
        and expires_at > ${now}
    ),
    due as (
      select token_hash from sessions
      where token_hash = any(array(select token_hash from live
        where last_seen_at <= ${secondsAfter(now, -activeEverySeconds)}))
      for no key update skip locked
    ),
    touched as (
      update sessions s set last_seen_at = ${now} from due where s.token_hash = due.token_hash
    )
    select encode(token_hash, 'hex') as hash from live`
  return new Set(rows.map((row) => row.hash))
}
