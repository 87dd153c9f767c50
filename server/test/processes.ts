import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Process {
  pid: number
  parent: number
  /** How `ps` names its state: T for stopped, Z for a zombie. */
  state: string
  command: string
}

/** What runs on this machine. */
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

/** The encoders that a process has started. */
export async function listFfmpegOf(parent: number): Promise<Process[]> {
  const all = await listProcesses()
  return all.filter((one) => one.parent === parent && /^(\S*\/)?ffmpeg /.test(one.command))
}
