import { rm } from 'node:fs/promises'
import pLimit from 'p-limit'
import { hashStream } from '../lib/files/hash-file.ts'
import { makeScratch } from '../lib/files/scratch.ts'
import type { Storage } from '../media/storage/storage.ts'
import { StorageMissingError } from '../media/storage/storage-errors.ts'
import { assertHasTables } from './database/database.queries.ts'
import type { FileEntry } from './manifest.ts'
import type { Site } from './site.ts'
import { isInUse, listSiteFiles, type SiteFiles } from './site-files.queries.ts'
import { contentKey, getFileList, readManifest } from './target.ts'

interface VerifyOptions {
  /** A target of backups. The files are compared with its latest backup. */
  target?: Storage
  /** Reads every file, and compares it with the checksum that was noted when it was stored. */
  readsContent?: boolean
  removesOrphans?: boolean
  /** Younger files may still be in the process of being added. */
  graceMs: number
}

interface Findings {
  checked: number
  /** Files that the database refers to but the store does not have. */
  missing: string[]
  /** Files that nothing refers to. */
  orphaned: string[]
  /** Files with a wrong size or content, each with the reason. */
  damaged: string[]
  /** Files of the latest backup whose copy in the target is missing or has a wrong size. */
  notInBackup: string[]
  /** How many files had no checksum yet. A disk has noted one for each of them now. */
  withoutChecksum: number
}

const maxConcurrentReads = 4

/** Compares the database, the store and, if there is one, the latest backup. The site may be in use. */
export async function verify(site: Site, options: VerifyOptions): Promise<Findings> {
  const { sql, storage } = site
  await assertHasTables(sql)
  const readRows = () => sql.begin('isolation level repeatable read read only', listSiteFiles)
  const before = await readRows()
  const listed = new Set(await storage.list(''))
  // Files may have been moved, replaced or removed in the meantime: only problems in both readings count.
  const after = await readRows()
  const absent = [...before.expected.keys()].filter((key) => !listed.has(key) && after.expected.has(key))
  const missing = await filter(absent, async (key) => !(await storage.stat(key)))
  const unused = [...listed].filter((key) => !isInUse(key, before) && !isInUse(key, after))
  const newest = Date.now() - options.graceMs
  const orphaned = await filter(unused, async (key) => {
    const file = await storage.stat(key)
    return file !== undefined && file.lastModified.getTime() <= newest
  })
  const present = [...listed].filter((key) => isInUse(key, after))
  const damaged = await findWrongSizes(storage, present, after)
  const content = options.readsContent
    ? await readContent(storage, present)
    : { changed: [], withoutChecksum: 0 }
  const compared = options.target
    ? await compareWithBackup(site, options.target, new Set(present))
    : { changed: [], notInBackup: [] }
  if (options.removesOrphans) for (const key of orphaned) await storage.remove(key)
  return {
    checked: listed.size,
    missing,
    orphaned,
    damaged: [...damaged, ...content.changed, ...compared.changed].sort(),
    notInBackup: compared.notInBackup,
    withoutChecksum: content.withoutChecksum,
  }
}

async function findWrongSizes(storage: Storage, keys: string[], { expected }: SiteFiles): Promise<string[]> {
  const found = await pLimit(maxConcurrentReads).map(keys, async (key) => {
    const file = await storage.stat(key)
    const size = expected.get(key)
    if (file && size !== undefined && file.size !== size)
      return `${key}: ${file.size} bytes instead of ${size}`
    return file?.size === 0 ? `${key}: empty` : undefined
  })
  return found.filter((line) => line !== undefined)
}

/** Reads all of these files and returns those whose bytes have changed since they were stored. */
async function readContent(storage: Storage, keys: string[]) {
  let withoutChecksum = 0
  const changed = await filter(keys, async (key) => {
    const [noted, actual] = [await storage.checksum(key), await hashStored(storage, key)]
    if (actual === undefined || actual === noted) return false
    if (noted === undefined) {
      withoutChecksum++
      await storage.noteChecksum(key, actual)
      return false
    }
    // It may have been replaced between the two readings.
    return (await storage.checksum(key)) === noted && (await hashStored(storage, key)) === actual
  })
  return { changed: changed.map((key) => `${key}: not as it was stored`), withoutChecksum }
}

async function compareWithBackup({ storage, scratchDir }: Site, target: Storage, present: Set<string>) {
  const scratch = await makeScratch(scratchDir)
  try {
    const manifest = await readManifest(target)
    const files = await getFileList(target, manifest, scratch)
    const changed = await filter(
      files.filter(({ key }) => present.has(key)),
      (file) => hasChanged(storage, file),
    )
    const lost = await filter(
      files,
      async ({ sha256, size }) => (await target.stat(contentKey(sha256)))?.size !== size,
    )
    return {
      changed: changed.map(({ key }) => `${key}: not as in the backup ${manifest.id}`),
      notInBackup: lost.map(({ key }) => key),
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function hasChanged(storage: Storage, { key, sha256 }: FileEntry): Promise<boolean> {
  const actual = await hashStored(storage, key)
  return actual !== undefined && actual !== sha256
}

/** Undefined if the file has been removed. */
async function hashStored(storage: Storage, key: string): Promise<string | undefined> {
  try {
    return (await hashStream(await storage.read(key))).sha256
  } catch (error) {
    if (error instanceof StorageMissingError) return undefined
    throw error
  }
}

async function filter<T>(items: T[], test: (item: T) => Promise<boolean>): Promise<T[]> {
  const results = await pLimit(maxConcurrentReads).map(items, test)
  return items.filter((_, i) => results[i])
}
