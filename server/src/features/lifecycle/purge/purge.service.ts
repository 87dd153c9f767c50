import { limits } from '@vireo/contract'
import type { Sql } from '../../../db/sql.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { listDeletedComments } from '../../community/comments/comment-removal.queries.ts'
import { deleteComments } from '../../community/comments/comments.removal.ts'
import { removeFolders } from '../../core/files/files.service.ts'
import type { Dependants, Marked, MarkedRow } from '../../core/removal/removal.ts'
import { deleteRow, findDeletedUser } from './purge.queries.ts'
import { purgeOrder } from './purge-order.ts'

/** Protects rows that can still be restored from a process whose clock is ahead. */
const clockMarginSeconds = 3600

/**
 * Removes all rows that are marked as deleted, with all dependants. Yields after every batch; each batch is a
 * transaction of its own and the remaining rows show what is left, so an interrupted purge can simply start again.
 */
export async function* purge(sql: Sql, now: Date): AsyncGenerator<void> {
  const takenDownBefore = secondsAfter(now, -limits.reversibleSeconds - clockMarginSeconds)
  for (let id = await findDeletedUser(sql); id; id = await findDeletedUser(sql)) {
    yield* removeDependants(sql, dependantsOf('detachFromAccount'), id, now)
    // Before the rest of the account: once its publications are gone, all its reports are about the profile.
    yield* removeMarked(sql, takenDownBefore, now)
    yield* removeDependants(sql, dependantsOf('withAccount'), id, now)
    await deleteRow(sql, 'users', id)
    yield
  }
  yield* removeMarked(sql, takenDownBefore, now)
  yield* removeComments(sql, now, () => listDeletedComments(sql, takenDownBefore))
}

async function* removeMarked(sql: Sql, takenDownBefore: Date, now: Date): AsyncGenerator<void> {
  for (const { table, dependants, find } of purgeOrder.flatMap(({ marked }) => marked ?? []))
    for (let row = await find(sql, takenDownBefore); row; row = await find(sql, takenDownBefore)) {
      yield* removeDependants(sql, dependantsOf(dependants), row.id, now)
      await removeRow(sql, table, row)
      yield
    }
}

/** Deletes the row and adds the jobs that remove its files. Called after its dependants are removed. */
async function removeRow(sql: Sql, table: Marked['table'], { id, folders }: MarkedRow): Promise<void> {
  await sql.begin(async (tx) => {
    await removeFolders(tx, folders)
    await deleteRow(tx, table, id)
  })
}

/** Removes likes, reports and replies before their comments, because there may be very many. */
async function* removeComments(
  sql: Sql,
  now: Date,
  listBatch: () => Promise<string[]>,
): AsyncGenerator<void> {
  const dependants = purgeOrder.flatMap(({ withComments }) => withComments ?? [])
  for (let ids = await listBatch(); ids.length > 0; ids = await listBatch()) {
    yield* removeDependants(sql, dependants, ids, now)
    await deleteComments(sql, ids)
    yield
  }
}

const dependantsOf = (subject: 'detachFromAccount' | 'withAccount' | Marked['dependants']) =>
  purgeOrder.flatMap((removal) => removal[subject] ?? [])

async function* removeDependants<Ids>(
  sql: Sql,
  dependants: Dependants<Ids>[],
  ids: Ids,
  now: Date,
): AsyncGenerator<void> {
  for (const one of dependants) {
    if ('removeBatch' in one) while (await one.removeBatch(sql, ids, now)) yield
    if ('listComments' in one) yield* removeComments(sql, now, () => one.listComments(sql, ids))
  }
}
