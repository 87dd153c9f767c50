import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { hashFile } from '../lib/files/hash-file.ts'
import { createStorage } from '../media/storage/create-storage.ts'
import type { Storage } from '../media/storage/storage.ts'
import { type FileEntry, type Manifest, manifestFormat, type Part } from './manifest.ts'

const filesPart = 'files.jsonl.gz'
const folderOf = (id: string) => `backups/${id}`
const manifestKey = (id: string) => `${folderOf(id)}/backup.json`

/** The key of a file's bytes in the target. Backups share them, and so do files with the same content. */
export const contentKey = (sha256: string) => `files/${sha256.slice(0, 2)}/${sha256}`

/** Opens a folder or, if the address has the form of STORAGE_URL, a bucket. */
export const openTarget = (address: string): Promise<Storage> =>
  createStorage({ dir: resolve(address), ...(address.startsWith('s3:') && { url: address }) })

/** The latest complete backup, or the one with this id. */
export async function readManifest(target: Storage, id?: string): Promise<Manifest> {
  const backups = await listBackups(target)
  const complete = backups.filter(({ isComplete }) => isComplete).map((backup) => backup.id)
  const chosen = id ?? complete.at(-1)
  if (!chosen) throw new Error('The backup target contains no complete backup.')
  if (!backups.some((backup) => backup.id === chosen))
    throw new Error(`The backup target contains no backup ${chosen}.`)
  if (!complete.includes(chosen))
    throw new Error(`The backup ${chosen} is incomplete. Complete backups: ${complete.join(', ') || 'none'}.`)
  const manifest: Manifest = JSON.parse(await text(await target.read(manifestKey(chosen))))
  if (manifest.format !== manifestFormat)
    throw new Error(`The backup ${chosen} was made by another version of Vireo, which is needed to read it.`)
  return manifest
}

/** Oldest first. */
export async function listBackups(target: Storage): Promise<{ id: string; isComplete: boolean }[]> {
  const keys = await target.list('backups')
  const ids = new Set(keys.map((key) => key.split('/')[1] ?? ''))
  return [...ids].sort().map((id) => ({ id, isComplete: keys.includes(manifestKey(id)) }))
}

export async function writeManifest(target: Storage, manifest: Manifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)
  await target.putBytes(manifestKey(manifest.id), bytes, 'application/json')
}

/** Marks a backup as started. Returns the key of the mark. */
export async function markStarted(target: Storage, id: string): Promise<string> {
  const key = `${folderOf(id)}/started.txt`
  await target.putBytes(key, Buffer.from(`${id}\n`), 'text/plain')
  return key
}

/** Removes the manifest first, so that a partly removed backup does not count as complete. */
export async function removeBackup(target: Storage, id: string): Promise<void> {
  await target.remove(manifestKey(id))
  await target.removeFolder(folderOf(id))
}

export async function putPart(target: Storage, id: string, part: Part, path: string): Promise<void> {
  await target.putFile(`${folderOf(id)}/${part.name}`, path, 'application/gzip', { move: true })
}

/** Copies a part to the local folder. Throws if it has changed since it was written. */
export async function getPart(target: Storage, id: string, part: Part, folder: string): Promise<string> {
  const path = join(folder, part.name)
  await target.download(`${folderOf(id)}/${part.name}`, path)
  const { sha256 } = await hashFile(path)
  if (sha256 !== part.sha256) throw new Error(`The backup ${id} is damaged: ${part.name} has changed.`)
  return path
}

export async function putFileList(
  target: Storage,
  id: string,
  entries: FileEntry[],
  scratch: string,
): Promise<Manifest['files']> {
  const path = join(scratch, filesPart)
  const lines = Readable.from(
    (function* () {
      for (const entry of entries) yield `${JSON.stringify(entry)}\n`
    })(),
  )
  await pipeline(lines, createGzip(), createWriteStream(path, { mode: 0o600 }))
  const { size, sha256 } = await hashFile(path)
  const part = { name: filesPart, bytes: size, sha256 }
  await putPart(target, id, part, path)
  return { ...part, count: entries.length, totalBytes: entries.reduce((sum, entry) => sum + entry.size, 0) }
}

export async function getFileList(
  target: Storage,
  { id, files }: Manifest,
  scratch: string,
): Promise<FileEntry[]> {
  const compressed = await readFile(await getPart(target, id, files, scratch))
  const lines = createInterface({ input: Readable.from([compressed]).pipe(createGunzip()) })
  const entries: FileEntry[] = []
  for await (const line of lines) entries.push(JSON.parse(line))
  return entries
}
