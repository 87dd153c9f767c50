import { readFileSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'
/** The tests use up to 600 MB; the rest is for everything else that needs memory. */
const neededBytes = 4 * 2 ** 30

/**
 * Nearly every test file creates a database with hundreds of files, which takes a tenth of the time in memory. Has no
 * effect if TMPDIR is set, or if memory is scarce.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !isUsable()) return
  process.env.TMPDIR = folder
}

function isUsable(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < neededBytes) return false
  // The tests also run programs from there.
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === folder)
  if (!mount || mount.split(' ')[3]?.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= neededBytes
}
