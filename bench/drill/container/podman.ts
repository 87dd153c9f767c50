import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { findProgram } from '../../../scripts/lib/ensure-tools.ts'

/** Runs a program and returns its output; a failure has the end of its error output. */
export async function run(program: string, args: string[], timeoutMs = 0): Promise<string> {
  const options = { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 }
  const running = promisify(execFile)(program, args, options)
  running.child.stdin?.end()
  const { stdout } = await running.catch((error: Error & { stdout: string; stderr: string }) => {
    const said = `${error.stdout}\n${error.stderr}`.trim().split('\n').slice(-15).join('\n')
    throw new Error(`${program} ${args.join(' ')} failed: ${said || error.message}`)
  })
  return stdout.trim()
}

/** crun, the default, does not support the older cgroups. */
const isOlderCgroups = !existsSync('/sys/fs/cgroup/cgroup.controllers')
const runtime = isOlderCgroups && findProgram('runc') ? ['--runtime', 'runc'] : []

export const podman = (...args: string[]) => run('podman', [...runtime, ...args])

export const succeeds = (running: Promise<unknown>) =>
  running.then(
    () => true,
    () => false,
  )
