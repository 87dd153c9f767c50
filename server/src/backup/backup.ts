import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeScratch } from '../lib/files/scratch.ts'
import type { Storage } from '../media/storage/storage.ts'
import { FileCopier } from './copy-files.ts'
import { assertHasTables, withLock } from './database/database.queries.ts'
import { dumpDatabase } from './database/dump-database.ts'
import { type DatabaseDump, type FileEntry, type Manifest, manifestFormat, storedParts } from './manifest.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import type { Site } from './site.ts'
import { isInUse, listSiteFiles } from './site-files.queries.ts'
import {
  getFileList,
  listBackups,
  markStarted,
  putFileList,
  putPart,
  readManifest,
  removeBackup,
  writeManifest,
} from './target.ts'

interface BackupOptions {
  /** How many complete backups to keep in the target; all by default. */
  keep?: number
}

interface BackupResult {
  manifest: Manifest
  sent: { files: number; bytes: number }
}

/** Copies the database and the files of a site to a target. The site may be in use meanwhile. */
export async function backUp(
  site: Site,
  target: Storage,
  { keep }: BackupOptions = {},
): Promise<BackupResult> {
  await assertHasTables(site.sql)
  return withLock(site.sql, async () => {
    const result = await addBackup(site, target)
    if (keep !== undefined) await removeOldBackups(target, keep, site.scratchDir)
    return result
  })
}

async function addBackup(site: Site, target: Storage): Promise<BackupResult> {
  const startedAt = new Date()
  // Ids sort by time. They are unique because only one backup runs at a time, and they have milliseconds.
  const id = startedAt.toISOString().replaceAll(/[:.]/g, '-')
  const mark = await markStarted(target, id)
  if ((await site.storage.list('')).some((key) => key.endsWith(mark))) {
    await removeBackup(target, id)
    throw new Error('A backup cannot be stored in the storage that it backs up.')
  }
  const scratch = await makeScratch(site.scratchDir)
  try {
    const earlier = await readEarlierFiles(target, scratch)
    const copier = await FileCopier.create(site.storage, target, earlier, scratch)
    const { dump, folder, files, missing } = await copyConsistently(site, copier, scratch)
    for (const part of storedParts(dump)) await putPart(target, id, part, join(folder, part.name))
    const manifest: Manifest = {
      format: manifestFormat,
      id,
      startedAt: startedAt.toISOString(),
      database: dump,
      files: await putFileList(target, id, files, scratch),
      missing,
      finishedAt: new Date().toISOString(),
    }
    await writeManifest(target, manifest)
    return { manifest, sent: copier.sent }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function readEarlierFiles(target: Storage, scratch: string): Promise<FileEntry[]> {
  const hasEarlier = (await listBackups(target)).some(({ isComplete }) => isComplete)
  return hasEarlier ? getFileList(target, await readManifest(target), scratch) : []
}

const maxRounds = 10

/** The folder in which a store keeps the bytes of unfinished uploads. */
const uploadsFolder = 'uploads/'

const listFinished = async (storage: Storage) =>
  (await storage.list('')).filter((key) => !key.startsWith(uploadsFolder))

interface Copy {
  dump: DatabaseDump
  /** The folder of the dump. */
  folder: string
  files: FileEntry[]
  missing: string[]
}

/**
 * A running site moves and replaces files, such as when a video becomes private or its ladder is ready. So files are
 * copied first, which takes long; then the database is dumped and new files are copied, which is quick. If a file that
 * the dumped rows name has disappeared by then, this is repeated, because newer rows name its replacement. A file that
 * is missing twice was missing before the backup. Files whose bytes are not in the target are copied again.
 */
async function copyConsistently(site: Site, copier: FileCopier, scratch: string): Promise<Copy> {
  const { storage } = site
  let missing = new Set<string>()
  await copier.copy(await listFinished(storage))
  for (let round = 1; ; round++) {
    const folder = join(scratch, `dump-${round}`)
    await mkdir(folder)
    const { dump, extra: siteFiles } = await dumpDatabase(site, folder, listSiteFiles)
    await copier.copy(await listFinished(storage))
    // A store may list new files with a delay.
    await copier.copy(siteFiles.expected.keys())
    const before = missing
    missing = new Set([...siteFiles.expected.keys()].filter((key) => !copier.copied.has(key)))
    const files = [...copier.copied.values()].filter(({ key }) => isInUse(key, siteFiles))
    const absent = await copier.recheck(files)
    if (absent.length > 0 && round === maxRounds)
      throw new Error(`The target does not keep the bytes of ${absent.length} files, such as ${absent[0]}.`)
    const isSettled = [...missing].every((key) => before.has(key)) || round === maxRounds
    if (isSettled && absent.length === 0) return { dump, folder, files, missing: [...missing] }
    await rm(folder, { recursive: true })
  }
}
