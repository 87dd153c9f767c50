import type { Sql } from '../db/sql.ts'
import type { Storage } from '../media/storage/storage.ts'

/** What is backed up and restored. */
export interface Site {
  sql: Sql
  databaseUrl: string
  storage: Storage
  /** For files on their way from or to a store that is not a disk. */
  scratchDir: string
}
