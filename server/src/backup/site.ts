import type { Sql } from '../db/sql.ts'
import type { Storage } from '../media/storage/storage.ts'

/** The parts of a site that are backed up and restored. */
export interface Site {
  sql: Sql
  databaseUrl: string
  storage: Storage
  /** For temporary copies of files on their way from or to a store that is not a disk. */
  scratchDir: string
}
