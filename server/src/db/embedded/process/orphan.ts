import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cluster } from '../cluster.ts'
import type { Log } from '../log-file.ts'
import { shutDown } from './shut-down.ts'

/**
 * Cleans up after a server that was killed: shuts down a PostgreSQL that still runs on this cluster and removes the pid
 * file of one that does not. PostgreSQL itself would refuse to start if another process had that pid by now.
 */
export async function clearOrphan(cluster: Cluster, log: Log): Promise<void> {
  const pidFile = join(cluster.dir, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!(pid > 0)) return
  if (await isPostmaster(pid, cluster.dir)) {
    log.warn({ pid }, 'Shutting down the PostgreSQL that a killed Vireo server left running')
    await shutDown(pid, async () => !(await isPostmaster(pid, cluster.dir)))
  }
  await rm(pidFile, { force: true })
}

/** The port of a PostgreSQL that runs on this cluster and accepts connections. */
export async function findRunningPort(cluster: Cluster): Promise<number | undefined> {
  const lines = (await readFile(join(cluster.dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const isReady = lines[7]?.trim() === 'ready' && (await isPostmaster(Number(lines[0]), cluster.dir))
  return isReady ? Number(lines[3]) : undefined
}

/** Recognised by its command line, or by its working directory if DATA_DIR was renamed. */
async function isPostmaster(pid: number, dir: string): Promise<boolean> {
  const command = await readCommand(pid)
  if (!/(^|\/)postgres /.test(command)) return false
  return command.includes(`postgres -D ${dir} -c`) || (await isSameFolder(`/proc/${pid}/cwd`, dir))
}

/** Empty if the process has ended, even if it is still a zombie. */
async function readCommand(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return raw.replaceAll('\0', ' ')
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return (await ps.catch(() => ({ stdout: '' }))).stdout
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return !!a && !!b && a.dev === b.dev && a.ino === b.ino
}
