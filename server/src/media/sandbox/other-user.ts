import { type FileHandle, lchown, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry, View } from './visible-files.ts'

/** A user and group id that owns no files and no processes. */
const nobodyId = 65_533
/** Descriptors 0 to 2 are input, output and errors. */
const firstFreeDescriptor = 3

/** Changing the user clears the parent-death signal, so it is set again. */
const nobodyPrefix = [
  ...['setpriv', `--reuid=${nobodyId}`, `--regid=${nobodyId}`, '--clear-groups'],
  ...['--inh-caps=-all', '--bounding-set=-all', '--pdeathsig', 'KILL'],
]

/**
 * For root where namespaces are not allowed, as in most containers. The command can read neither the database password
 * nor the settings of this process, but it has network access and sees files that every user may read. It owns its
 * working directory while it runs. Inputs are passed as open files, because it cannot enter our folders.
 */
export async function enterAsNobody({ work, inputs }: View, command: readonly string[]): Promise<Entry> {
  const files: FileHandle[] = []
  const names = new Map<string, string>()
  const leave = async () => {
    for (const file of files) await file.close()
    if (work) await changeOwner(work, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  }
  try {
    if (work) await changeOwner(work, nobodyId, nobodyId)
    for (const path of inputs) {
      const file = await openFor(path)
      if (file) names.set(`file:${path}`, `file:/proc/self/fd/${firstFreeDescriptor + files.push(file) - 1}`)
    }
  } catch (error) {
    await leave()
    throw error
  }
  const renamed = command.map((word) => names.get(word) ?? word)
  return { command: [...nobodyPrefix, ...renamed], files: files.map(({ fd }) => fd), leave }
}

/** The command opens the file again through /proc, so its group needs read access. Undefined for a missing file. */
async function openFor(path: string): Promise<FileHandle | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  const { uid, mode } = await file.stat()
  await file.chown(uid, nobodyId)
  await file.chmod((mode & 0o777) | 0o040)
  return file
}

/** Does not follow links, which the command may have created. */
async function changeOwner(folder: string, uid: number, gid: number): Promise<void> {
  for (const name of await readdir(folder)) await lchown(join(folder, name), uid, gid)
  await lchown(folder, uid, gid)
}
