import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export type Guard = { niceness: number; memoryLimitBytes: number | undefined }

const works = new Map<string, Promise<boolean>>()

/**
 * Small programs that set a limit and then become the next one in the row: one process, one pid.
 * They are tried once each, so a system without them (macOS, Alpine) loses that limit and nothing else.
 *
 * `setpriv` matters most: with it the kernel kills ffmpeg when we die, even by `kill -9`. Without it
 * an orphan goes on until it is done, as ffmpeg notices neither a closed stdin nor a broken pipe.
 */
export async function guardPrefix({ niceness, memoryLimitBytes }: Guard): Promise<string[]> {
  const guards = [
    ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
    // Not the address space (--as): ffmpeg reserves far more of that than it ever uses.
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
