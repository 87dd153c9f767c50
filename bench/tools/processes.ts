import { readdir, readFile } from 'node:fs/promises'

/** The unit of the kernel's statistics, on every Linux. */
const ticksPerSecond = 100

interface Process {
  pid: number
  parent: number
  /** The processor time used. */
  seconds: number
}

/** The processes with these ids, and all their descendants. */
export async function listTree(roots: number[]): Promise<Process[]> {
  const all = await listProcesses()
  const found = all.filter(({ pid }) => roots.includes(pid))
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found
}

async function listProcesses(): Promise<Process[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const processes = await Promise.all(names.map((name) => readProcess(Number(name))))
  return processes.filter((one) => one !== undefined)
}

async function readProcess(pid: number): Promise<Process | undefined> {
  // The process may have ended in between.
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (!text) return undefined
  // The name, in brackets, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return { pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
}

interface Memory {
  /** Proportional: memory shared by several processes is divided among them, so that sums count it once. */
  pss: number
  /** Resident: sums count shared memory in every process. */
  rss: number
}

/** The memory of a process, and of it with all its descendants. */
export async function measureMemory(pid: number): Promise<{ own: Memory; total: Memory; processes: number }> {
  const tree = await listTree([pid])
  const sizes = await Promise.all(tree.map((one) => readMemory(one.pid)))
  const sum = (name: keyof Memory) => sizes.reduce((total, size) => total + size[name], 0)
  const own = sizes[tree.findIndex((one) => one.pid === pid)] ?? none
  return { own, total: { pss: sum('pss'), rss: sum('rss') }, processes: tree.length }
}

const none: Memory = { pss: 0, rss: 0 }

async function readMemory(pid: number): Promise<Memory> {
  // The process may have ended in between.
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const bytesOf = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { pss: bytesOf('Pss'), rss: bytesOf('Rss') }
}
