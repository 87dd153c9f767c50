import type { Context } from '../../../context/context.ts'
import type { Sql, Tx } from '../../../db/sql.ts'
import type { Timer } from '../../../jobs/timers.ts'
import { notifyTogether, withdrawNotifications } from '../../people/notify/notify.service.ts'
import { type LikeEvents, takeLikeEvents } from './like-events.queries.ts'

/** Notifies owners of new likes, which do not wait for it. What a crash leaves is handled after the restart. */
export const notifyOwnersTimer: Timer<Context> = {
  everyMs: 1000,
  failure: 'could not notify owners of new likes',
  run: ({ sql }) => notifyOwners(sql),
}

const notifyOwners = (sql: Sql) =>
  takeLikeEvents(sql, async (tx, events) => {
    const bySubject = Map.groupBy(events, ({ subjectId }) => subjectId)
    for (const ofSubject of bySubject.values()) await notifyOwner(tx, ofSubject)
  })

/** All events are about one subject, each by a different person. */
async function notifyOwner(tx: Tx, events: LikeEvents[]): Promise<void> {
  const [{ ownerId, kind, subjectId }] = events as [LikeEvents]
  const like = { userId: ownerId, kind: 'like', subject: { kind, id: subjectId } } as const
  const taken = events.filter(({ isTaken }) => isTaken)
  const given = events.filter(({ isGiven }) => isGiven)
  const idOf = ({ actorId }: LikeEvents) => actorId
  if (taken.length > 0) await withdrawNotifications(tx, like, taken.map(idOf))
  await notifyTogether(
    tx,
    like,
    given.map(({ actorId, at }) => ({ id: actorId, at })),
  )
}
