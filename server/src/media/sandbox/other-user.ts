import { type FileHandle, lchown, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry, View } from './view.ts'

/** A user and group id that owns no file and no process. */
const NOBODY = 65_533
/** Descriptors 0 to 2 are input, output and errors. */
const FIRST_FILE = 3

/** A change of user clears the parent-death signal, so it is set again here. */
const BECOME_NOBODY = [
  ...['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'],
  ...['--inh-caps=-all', '--bounding-set=-all', '--pdeathsig', 'KILL'],
]

/**
 * For root where namespaces are forbidden, as in most containers. The command can read neither the database password
 * nor the settings of our process, but it has network access and sees files that everybody may read. It owns its
 * working folder while it runs; inputs are passed as open files, because it cannot enter our folders.
 */
export async function enterAsNobody({ work, inputs }: View, command: readonly string[]): Promise<Entry> {
  const files: FileHandle[] = []
  const names = new Map<string, string>()
  const leave = async () => {
    for (const file of files) await file.close()
    if (work) await give(work, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  }
  try {
    if (work) await give(work, NOBODY, NOBODY)
    for (const path of inputs) {
      const file = await openFor(path)
      if (file) names.set(`file:${path}`, `file:/proc/self/fd/${FIRST_FILE + files.push(file) - 1}`)
    }
  } catch (error) {
    await leave()
    throw error
  }
  const renamed = command.map((word) => names.get(word) ?? word)
  return { command: [...BECOME_NOBODY, ...renamed], files: files.map(({ fd }) => fd), leave }
}

/** The command opens it again through /proc, so its group needs read access. A missing file is left out. */
async function openFor(path: string): Promise<FileHandle | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  const { uid, mode } = await file.stat()
  await file.chown(uid, NOBODY)
  await file.chmod((mode & 0o777) | 0o040)
  return file
}

/** Never what a link leads to: the command may have made links itself. */
async function give(folder: string, uid: number, gid: number): Promise<void> {
  for (const name of await readdir(folder)) await lchown(join(folder, name), uid, gid)
  await lchown(folder, uid, gid)
}
