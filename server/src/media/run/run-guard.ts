import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface Guard {
  niceness: number
  memoryLimitBytes: number | undefined
}

const works = new Map<string, Promise<boolean>>()

/**
 * Small programs that set a limit and then execute the rest of the command, so that there is still only one process.
 * Each is tried once; where one is missing (macOS, Alpine), only its limit is missing.
 *
 * `setpriv` is the most important one: with it, the kernel kills ffmpeg when this process dies, even by `kill -9`.
 * Without it ffmpeg would run to its end, because it notices neither a closed stdin nor a broken pipe.
 */
export async function guardPrefix({ niceness, memoryLimitBytes }: Guard): Promise<string[]> {
  const guards = [
    ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
    // Not the address space (--as), of which ffmpeg reserves far more than it uses.
    memoryLimitBytes ? ['prlimit', `--data=${memoryLimitBytes}`, '--core=0'] : [],
    niceness > 0 ? ['nice', '-n', String(niceness)] : [],
  ].filter((guard) => guard.length > 0)
  const usable = await Promise.all(guards.map(canRun))
  return guards.filter((_, index) => usable[index]).flat()
}

function canRun([program = '', ...args]: string[]): Promise<boolean> {
  const known = works.get(program)
  if (known) return known
  const answer = promisify(execFile)(program, [...args, 'true']).then(
    () => true,
    () => false,
  )
  works.set(program, answer)
  return answer
}
