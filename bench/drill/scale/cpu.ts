import { readdir, readFile } from 'node:fs/promises'
import type { Part } from './cluster.ts'

/** Of the kernel's statistics, on every Linux. */
const ticksPerSecond = 100

interface ProcessTimes {
  parent: number
  seconds: number
}

/** How many cores each part uses while something runs. */
export async function measureCpu(parts: Part[], work: () => Promise<unknown>): Promise<Map<string, number>> {
  const before = await readUse(parts)
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const after = await readUse(parts)
  return new Map(
    [...after].map(([name, used]) => [name, Math.max(0, used - (before.get(name) ?? 0)) / seconds]),
  )
}

/** The processor time of each part so far, in seconds, with the processes that it has started. */
async function readUse(parts: Part[]): Promise<Map<string, number>> {
  const processes = await readProcesses()
  const sum = (pid: number): number => {
    const children = [...processes].filter(([, { parent }]) => parent === pid)
    return (processes.get(pid)?.seconds ?? 0) + children.reduce((total, [child]) => total + sum(child), 0)
  }
  const uses = new Map<string, number>()
  for (const part of parts) {
    const pids = await part.pids()
    uses.set(
      part.name,
      pids.reduce((total, pid) => total + sum(pid), 0),
    )
  }
  return uses
}

async function readProcesses(): Promise<Map<number, ProcessTimes>> {
  const processes = new Map<number, ProcessTimes>()
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!pid) continue
    // It may have ended in between.
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name in brackets may have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [, parent] = fields
    const ticks = Number(fields[11]) + Number(fields[12])
    if (text) processes.set(pid, { parent: Number(parent), seconds: ticks / ticksPerSecond })
  }
  return processes
}
