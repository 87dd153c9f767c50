import type { SubjectKind } from '@vireo/contract'
import type { Sql, Tx } from '../../../db/sql.ts'

const lockKey = 7_483_616
/** Keeps transactions short after an outage. */
const batchSize = 1000

/** How a person's like of one subject has changed since its owner was last notified. */
export interface LikeEvents {
  kind: SubjectKind
  subjectId: string
  ownerId: string
  actorId: string
  /** Whether they like it now. */
  isGiven: boolean
  /** Whether they took a like back, even if they gave it again. */
  isTaken: boolean
  at: Date
}

/**
 * Removes the oldest events and calls `handle` with those whose people and subjects still exist, one transaction per
 * batch, until none are left. Only one process does this at a time; the others skip it.
 */
export async function takeLikeEvents(
  sql: Sql,
  handle: (tx: Tx, events: LikeEvents[]) => Promise<void>,
): Promise<void> {
  const takeBatch = async (tx: Tx): Promise<boolean> => {
    const [lock] = await tx<{ isMine: boolean }[]>`select pg_try_advisory_xact_lock(${lockKey}) as "isMine"`
    if (!lock?.isMine) return false
    const [oldest] = await tx<{ ids: string[] | null }[]>`
      select array_agg(id) as ids from (select id from like_events order by id limit ${batchSize}) oldest`
    if (!oldest?.ids) return false
    await handle(tx, await deleteEvents(tx, oldest.ids))
    return oldest.ids.length === batchSize
  }
  while (await sql.begin(takeBatch));
}

const deleteEvents = (tx: Tx, ids: string[]) => tx<LikeEvents[]>`
  with gone as (delete from like_events where id = any(${ids}::bigint[]) returning *),
    acts as (
      select subject_kind as kind, subject_id as "subjectId", actor_id as "actorId",
        (array_agg(is_given order by id desc))[1] as "isGiven", bool_or(not is_given) as "isTaken", max(created_at) as at
      from gone group by subject_kind, subject_id, actor_id
    )
  select acts.*, coalesce(v.owner_id, t.owner_id, c.owner_id) as "ownerId"
  from acts join users u on u.id = acts."actorId"
    left join videos v on acts.kind = 'video' and v.id = acts."subjectId"
    left join tweets t on acts.kind = 'tweet' and t.id = acts."subjectId"
    left join comments c on acts.kind = 'comment' and c.id = acts."subjectId"
  where coalesce(v.owner_id, t.owner_id, c.owner_id) is not null`
