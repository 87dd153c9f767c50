import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

export interface Account {
  name: string
  uid: number
  gid: number
}

/** The account that a program runs as, and the owner that its files must have. */
export interface Runner {
  name: string
  prefix: string[]
  account?: Account
  owner: { uid: number; gid: number }
}

// Variables such as PGDATA, PGPORT and LD_LIBRARY_PATH must not reach PostgreSQL.
const cleanEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
}

const self = () => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 })

export function runAsSelf(): Runner {
  return { name: 'this user', prefix: [], owner: self() }
}

/** In a user namespace this process appears as another user but keeps its own access to files. */
export function runInNamespace(): Runner | undefined {
  // initdb needs a user that exists. Not 65534, which stands for all unmapped users in a namespace.
  const known = listAccounts().find(({ uid }) => uid < 65534)
  if (process.platform !== 'linux' || !known) return undefined
  const mapping = [`--map-user=${known.uid}`, `--map-group=${known.gid}`]
  return { name: 'a user namespace', prefix: ['unshare', '--user', ...mapping], owner: self() }
}

export function runAsAccount(account: Account): Runner {
  return { name: `the user ${account.name}`, prefix: [], account, owner: account }
}

/** All users in /etc/passwd except root. */
export function listAccounts(): Account[] {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => !name.startsWith('#') && uid > 0 && gid > 0)
}

export function spawnAs(
  runner: Runner,
  command: string[],
  stdio: StdioOptions,
  detached = false,
): ChildProcess {
  const [file = '', ...args] = [...runner.prefix, ...command]
  const { uid, gid } = runner.account ?? {}
  // The other user may not have access to our working directory.
  return spawn(file, args, { cwd: '/', env: cleanEnvironment, uid, gid, stdio, detached })
}

/** Runs a program to its end; `output` is all that it wrote. */
export async function runAs(
  runner: Runner,
  command: string[],
  input = '',
): Promise<{ ok: boolean; output: string }> {
  try {
    const child = spawnAs(runner, command, 'pipe')
    child.stdin?.on('error', () => {}) // It may exit without reading its input; the exit code says whether it failed.
    child.stdin?.end(input)
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    const outputs = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
    const code = await ended
    return { ok: code === 0, output: (await outputs).join('').trim() }
  } catch (error) {
    return { ok: false, output: (error as Error).message }
  }
}

/** Tries it: only that shows whether permissions, namespaces and libraries are all right. */
export async function canRun(runner: Runner, folder: string, program?: string): Promise<boolean> {
  const script = program ? 'cd "$1" && "$2" --version' : 'cd "$1"'
  return (await runAs(runner, ['sh', '-c', script, 'sh', folder, program ?? ''])).ok
}
