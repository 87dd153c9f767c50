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

/** The memory of these processes and, unless `isAlone`, all their descendants; shared memory is counted once. */
export async function sumMemory(roots: number[], { isAlone = false } = {}): Promise<number> {
  const processes = isAlone ? roots.map((pid) => ({ pid })) : await listTree(roots)
  const sizes = await Promise.all(
    processes.map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
      return 1024 * Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
