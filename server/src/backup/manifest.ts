/** A file of the backup itself. */
export interface Part {
  name: string
  bytes: number
  sha256: string
}

/** Rows in the text format of COPY, compressed by gzip. */
export interface RowsPart extends Part {
  rows: number
}

interface TablePart extends RowsPart {
  table: string
  columns: string[]
}

/** A file of the store. Its bytes are in the target under the name of their checksum. */
export interface FileEntry {
  key: string
  size: number
  sha256: string
  contentType: string
  modifiedAt: string
}

export interface DatabaseDump {
  /** The names of the migrations that were applied to the tables. */
  migrations: string[]
  tables: TablePart[]
  sequences: { name: string; value: string }[]
  /** Waiting and running jobs. A restore adds them to the queue again. */
  jobs: RowsPart
}

/** Parts without rows are not stored. */
export const storedParts = ({ tables, jobs }: DatabaseDump): RowsPart[] =>
  [...tables, jobs].filter(({ rows }) => rows > 0)

/** `backup.json`. It is written last: a backup without it was interrupted. */
export interface Manifest {
  format: typeof manifestFormat
  id: string
  startedAt: string
  finishedAt: string
  database: DatabaseDump
  /** The list of files, one FileEntry as JSON per line. */
  files: Part & { count: number; totalBytes: number }
  /** Files that the database refers to but the store did not have. */
  missing: string[]
}

/** Increased with every change that earlier versions cannot restore. */
export const manifestFormat = 1
