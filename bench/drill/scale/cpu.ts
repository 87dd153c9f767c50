import { listTree } from '../../tools/processes.ts'
import type { Part } from './cluster.ts'

type Measured = Pick<Part, 'name' | 'pids'>

/** The number of cores that each part uses while `work` runs. */
export async function measureCpu(
  parts: Measured[],
  work: () => Promise<unknown>,
): Promise<Map<string, number>> {
  const before = await readUse(parts)
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const after = await readUse(parts)
  return new Map(
    [...after].map(([name, used]) => [name, Math.max(0, used - (before.get(name) ?? 0)) / seconds]),
  )
}

/** The processor time of each part so far, in seconds. */
async function readUse(parts: Measured[]): Promise<Map<string, number>> {
  const uses = new Map<string, number>()
  for (const { name, pids } of parts) {
    const processes = await listTree(await pids())
    uses.set(
      name,
      processes.reduce((sum, { seconds }) => sum + seconds, 0),
    )
  }
  return uses
}
