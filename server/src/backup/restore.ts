import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { listMigrations, migrate } from '../db/migrate.ts'
import type { Sql } from '../db/sql.ts'
import { migrateJobs } from '../jobs/run-worker.ts'
import { hashFile, hashStream } from '../lib/files/hash-file.ts'
import { makeScratch } from '../lib/files/scratch.ts'
import type { Storage } from '../media/storage/storage.ts'
import { StorageMissingError } from '../media/storage/storage-errors.ts'
import { countConnections, readContents } from './database/database.queries.ts'
import { loadDatabase } from './database/load-database.ts'
import { type FileEntry, type Manifest, type RowsPart, storedParts } from './manifest.ts'
import type { Site } from './site.ts'
import { contentKey, getFileList, getPart, readManifest } from './target.ts'

const maxConcurrentCopies = 4

interface RestoreResult {
  manifest: Manifest
  /** Files that are missing or damaged in the backup. Everything else is restored. */
  damaged: string[]
}

/**
 * Restores a backup to an empty site: the files first, then the database in one transaction. If it is interrupted, it
 * can be started again.
 */
export async function restore(site: Site, target: Storage, id?: string): Promise<RestoreResult> {
  const manifest = await readManifest(target, id)
  const { migrations } = manifest.database
  await assertKnown(migrations)
  await assertEmpty(site.sql, migrations)
  const scratch = await makeScratch(site.scratchDir)
  try {
    const files = await getFileList(target, manifest, scratch)
    await assertNoOtherFiles(site.storage, files)
    // Read first, so that a damaged database is found before anything is changed.
    const paths = new Map<RowsPart, string>()
    for (const part of storedParts(manifest.database))
      paths.set(part, await getPart(target, manifest.id, part, scratch))
    const damaged = await restoreFiles(site.storage, target, files, scratch)
    await migrate(site.sql, undefined, migrations.at(-1))
    await migrateJobs(site.databaseUrl)
    await loadDatabase(site.databaseUrl, manifest.database, (part) => paths.get(part) ?? '')
    await migrate(site.sql)
    return { manifest, damaged }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function assertKnown(migrations: string[]): Promise<void> {
  const own = new Set(await listMigrations())
  const unknown = migrations.filter((name) => !own.has(name))
  if (unknown.length > 0)
    throw new Error(
      `This backup was made by a newer version of Vireo: its database has the migrations ${unknown.join(', ')}. Update Vireo first.`,
    )
}

/** A database with which the site was only started counts as empty, unless its migrations are ahead of the backup. */
async function assertEmpty(sql: Sql, migrations: string[]): Promise<void> {
  if ((await countConnections(sql)) > 0)
    throw new Error('Vireo is using this database. Stop it before you restore a backup.')
  const contents = await readContents(sql)
  if (!contents) return
  if (contents.accounts > 0)
    throw new Error('This database is not empty: it has accounts. A backup is restored to an empty one only.')
  const newer = contents.migrations.filter((name) => !migrations.includes(name))
  if (newer.length > 0)
    throw new Error(
      `This database has the migrations ${newer.join(', ')}, which the backup does not have. Use one without tables.`,
    )
}

/** Files of this backup are accepted: an earlier attempt may have been interrupted. */
async function assertNoOtherFiles(storage: Storage, files: FileEntry[]): Promise<void> {
  const own = new Set(files.map(({ key }) => key))
  const others = (await storage.list('')).filter((key) => !own.has(key))
  if (others.length > 0)
    throw new Error(
      `The store is not empty: it has ${others.length} files that are not in the backup, such as ${others[0]}.`,
    )
}

/** Returns the keys of files that are missing or damaged in the backup. */
async function restoreFiles(
  storage: Storage,
  target: Storage,
  files: FileEntry[],
  scratch: string,
): Promise<string[]> {
  const damaged: string[] = []
  await pLimit(maxConcurrentCopies).map(files, async (file) => {
    if (await isStored(storage, file)) return
    const path = join(scratch, randomUUID())
    try {
      await target.download(contentKey(file.sha256), path)
      const isWhole = (await hashFile(path)).sha256 === file.sha256
      if (isWhole) await storage.putFile(file.key, path, file.contentType, { move: true })
      else damaged.push(file.key)
    } catch (error) {
      if (!(error instanceof StorageMissingError)) throw error
      damaged.push(file.key)
    } finally {
      await rm(path, { force: true })
    }
  })
  return damaged.sort()
}

async function isStored(storage: Storage, { key, size, sha256 }: FileEntry): Promise<boolean> {
  if ((await storage.stat(key))?.size !== size) return false
  return (await hashStream(await storage.read(key))).sha256 === sha256
}
