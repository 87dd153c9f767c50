import type { Db, Tx } from './sql.ts'

/**
 * Makes the rest of the transaction use the indexes that its statements are written for; the planner would sometimes
 * guess that reading the whole table is cheaper. Each statement is planned for its values, which decide which index is
 * best (decision 22).
 */
export async function planByIndexes(tx: Db): Promise<void> {
  await tx`
    select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`
}

/**
 * The same for searches, where a wrong estimate of how common a word is would sometimes choose the whole table. Without
 * JIT, because such an estimate would also start a compilation that takes longer than the search (decision 12).
 */
export async function planSearchByIndexes(tx: Db): Promise<void> {
  await tx`
    select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`
}

/**
 * Makes the rest of the transaction read along indexes in the wanted order, where the planner would read and sort all
 * rows. Each connection plans a statement once: the plans for all people are the same, and planning takes longer than
 * running (decision 57).
 */
export async function planOnceInIndexOrder(tx: Db): Promise<void> {
  await tx`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)`
}

/** How long each following statement of the transaction may take. */
export const limitStatementTime = (tx: Tx, milliseconds: number) =>
  tx`select set_config('statement_timeout', ${`${milliseconds}ms`}, true)`
