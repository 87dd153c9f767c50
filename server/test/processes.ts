import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The processes below one, however deep, by the name of their program. */
export async function descendantsOf(pid: number, name: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,comm='])
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  const below = (parent: string): string[][] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap((row) => [row, ...below(row[0] ?? '')])
  return below(String(pid))
    .filter(([, , program]) => program === name)
    .map(([id]) => Number(id))
}
