import type { Subject } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { isRefusedForOneRow, type Sql } from '../../../db/sql.ts'
import { countAttempts } from '../../../http/access/rate-limit.ts'
import { createBatches } from '../../../lib/batches.ts'
import { changeLikes, type LikeState, lockLikesCount } from './likes.queries.ts'

const limit = { max: 120, windowSeconds: 60 }
/** Keeps the transaction of a batch short. */
const maxBatchSize = 200

interface Toggle {
  subject: Subject
  userId: string
  /** The requested state; undefined to toggle it. */
  wanted: boolean | undefined
}

/**
 * Creates a function that toggles a like, or sets it to `wanted`. Simultaneous toggles of one subject would wait for
 * each other, since each changes its counter; so they are written in one transaction, and all of them return the number
 * of likes after it (decision 49).
 */
export function createToggles({ sql, clock }: Pick<Context, 'sql' | 'clock'>) {
  return createBatches<Toggle, LikeState>({
    groupOf: ({ subject }) => `${subject.kind}:${subject.id}`,
    keyOf: ({ userId }) => userId,
    maxItems: maxBatchSize,
    run: (toggles) => toggleTogether(sql, toggles, clock.now()),
    // A person whose account is deleted meanwhile fails the transaction, which must not affect the others.
    isSingleItemError: isRefusedForOneRow,
  })
}

const limitKeyOf = ({ userId }: Toggle) => `like:${userId}`
const usersOf = (toggles: Toggle[]) => toggles.map(({ userId }) => userId)

/** All toggles are of one subject, each by a different person. */
async function toggleTogether(sql: Sql, toggles: Toggle[], now: Date) {
  const { subject } = toggles[0] as Toggle
  return sql.begin(async (tx) => {
    const refusals = await countAttempts(tx, toggles.map(limitKeyOf), limit, now)
    const allowed = toggles.filter((toggle) => !refusals.has(limitKeyOf(toggle)))
    const change = {
      taking: usersOf(allowed.filter(({ wanted }) => wanted !== true)),
      giving: usersOf(allowed.filter(({ wanted }) => wanted !== false)),
    }
    // Sent together, so that the lock is not held for another round trip.
    const [before, changes] = await Promise.all([
      lockLikesCount(tx, subject),
      changeLikes(tx, subject, change, now),
    ])
    const given = new Map(changes.map(({ userId, isGiven }) => [userId, isGiven]))
    const totalLikes = changes.reduce((total, { isGiven }) => total + (isGiven ? 1 : -1), before)
    return (toggle: Toggle): LikeState => {
      const refusal = refusals.get(limitKeyOf(toggle))
      if (refusal) throw refusal
      return { isLiked: given.get(toggle.userId) ?? toggle.wanted === true, totalLikes }
    }
  })
}
