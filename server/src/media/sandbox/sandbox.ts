import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { namespacePrefix, USER_OPTIONS } from './namespaces.ts'
import { enterAsNobody } from './other-user.ts'
import type { Entry, View } from './view.ts'

/** How commands are isolated from the network and from the files and settings of this server. */
type Isolation = 'namespaces' | 'other-user' | 'none'

type Enter = (view: View, command: readonly string[]) => Promise<Entry>

/** Clears the environment, which holds passwords; only PATH is kept. */
const CLEAN = ['sh', '-c', 'exec env -i PATH="$PATH" LC_ALL=C "$@"', 'clean-env'] as const

/** The status of `enter.sh` when it could not build the view. */
const NOT_ENTERED = 120

let found: Promise<{ isolation: Isolation; enter: Enter }> | undefined

/** Goes before the limits of a command and before its entry into the sandbox. */
export const cleanPrefix = (): string[] => [...CLEAN]

/** Hides everything from a command except its view, as far as the system supports that. */
export async function enterSandbox(view: View, command: readonly string[]): Promise<Entry> {
  return (await findSandbox()).enter(view, command)
}

export async function findIsolation(): Promise<Isolation> {
  return (await findSandbox()).isolation
}

/** Whether the command failed before it started, which says nothing about the file it was to read. */
export function hasNotEntered(exitCode: number | null, stderr: string): boolean {
  return exitCode === NOT_ENTERED || /^(unshare|setpriv|prlimit|nice|env): /m.test(stderr)
}

/** The best that works here, found out once. */
function findSandbox() {
  found ??= firstThatWorks()
  return found
}

async function firstThatWorks(): Promise<{ isolation: Isolation; enter: Enter }> {
  for (const userOptions of USER_OPTIONS) {
    const enter: Enter = async (view, command) =>
      plain([...(await namespacePrefix(userOptions, view)), ...command])
    if (await works(enter)) return { isolation: 'namespaces', enter }
  }
  const isRoot = process.getuid?.() === 0
  // A network disk may not let root change owners: then the command runs without isolation.
  const orPlain: Enter = (view, command) => enterAsNobody(view, command).catch(() => plain([...command]))
  if (isRoot && (await works(enterAsNobody))) return { isolation: 'other-user', enter: orPlain }
  return { isolation: 'none', enter: async (_view, command) => plain([...command]) }
}

/** Tried with ffmpeg itself, which may be installed in a folder that the view does not show. */
async function works(enter: Enter): Promise<boolean> {
  const { command } = await enter({ inputs: [] }, ['ffmpeg', '-version'])
  const [program, ...args] = [...CLEAN, ...command]
  return promisify(execFile)(program, args).then(
    () => true,
    () => false,
  )
}

const plain = (command: string[]): Entry => ({ command, files: [], leave: async () => {} })
