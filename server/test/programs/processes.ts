import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'

interface Process {
  pid: number
  parent: number
  /** The state as in `ps`: T for stopped, Z for a zombie. */
  state: string
  /** Its program and the arguments. */
  command: string
}

/** All processes on this machine. */
export async function listProcesses(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,state=,args='], {
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = '', ...command] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), state, command: command.join(' ') }
    })
}

/** The direct and indirect children of a process that run this program. */
export async function descendantsOf(pid: number, name: string): Promise<Process[]> {
  const all = await listProcesses()
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return below(pid).filter(({ command }) => basename(command.split(' ', 1)[0] ?? '') === name)
}
