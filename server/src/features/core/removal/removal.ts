import type { Db, Sql } from '../../../db/sql.ts'
import { deletePlainRows } from './removal.queries.ts'

/**
 * The rows of a feature that the purge removes, by the rows that they depend on. `lifecycle/purge/purge-order.ts` lists
 * the removals of all features, and a test compares them with the foreign keys of the database.
 */
export interface Removal {
  marked?: Marked
  /** Rows with dependants of their own are not removed with the owner: they lose it, and are then found as `marked`. */
  detachFromAccount?: Dependants<string>[]
  withAccount?: Dependants<string>[]
  withVideo?: Dependants<string>[]
  withTweet?: Dependants<string>[]
  withPlaylist?: Dependants<string>[]
  /** Comments are removed many at a time. */
  withComments?: Dependants<string[]>[]
}

/** Rows that were marked as deleted and are removed one by one, each after its dependants and with its files. */
export interface Marked {
  table: 'videos' | 'tweets' | 'playlists'
  dependants: 'withVideo' | 'withTweet' | 'withPlaylist'
  find(db: Db, takenDownBefore: Date): Promise<MarkedRow | undefined>
}

export interface MarkedRow {
  id: string
  /** Its files, if they were not removed when it was marked. */
  folders: string[]
}

/** The rows that refer to something through these foreign keys (`table.column`), and how they are removed with it. */
export type Dependants<Ids> = { keys: string[] } & (
  | {
      /** Runs its own transaction. Returns whether more may be left. */
      removeBatch(sql: Sql, ids: Ids, now: Date): Promise<boolean>
    }
  | {
      /** Returns a batch of ids. The purge removes these comments with their dependants. */
      listComments(db: Db, ids: Ids): Promise<string[]>
    }
  | { isLeftToForeignKey: true }
)

/** For tables that may have any number of rows, and on which no counter depends. */
export const inBatches = (table: string, column: string): Dependants<string> => ({
  keys: [`${table}.${column}`],
  removeBatch: (sql, id) => deletePlainRows(sql, table, column, id),
})

/** For few rows: they are deleted by `on delete cascade`, or lose the reference by `set null`. */
export const byForeignKey = (...keys: string[]) => ({ keys, isLeftToForeignKey: true as const })
