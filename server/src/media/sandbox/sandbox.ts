import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { namespacePrefix, userNamespaceOptions } from './namespaces.ts'
import { enterAsNobody } from './other-user.ts'
import type { Entry, View } from './visible-files.ts'

/** How commands are isolated from the network and from the files and settings of this server. */
type Isolation = 'namespaces' | 'other-user' | 'none'

type Enter = (view: View, command: readonly string[]) => Promise<Entry>

/** Clears the environment, which contains passwords, except for PATH. */
const clearEnvironment = ['sh', '-c', 'exec env -i PATH="$PATH" LC_ALL=C "$@"', 'clean-env'] as const

/** The exit status of `enter.sh` when it could not set up the view. */
const failedToEnterStatus = 120

let found: Promise<{ isolation: Isolation; enter: Enter }> | undefined

/** The first words of every command, before its limits and the sandbox. They empty the environment. */
export const clearEnvironmentPrefix = (): string[] => [...clearEnvironment]

/** Lets a command see nothing but its view, as far as the system supports that. */
export async function enterSandbox(view: View, command: readonly string[]): Promise<Entry> {
  return (await findSandbox()).enter(view, command)
}

export async function findIsolation(): Promise<Isolation> {
  return (await findSandbox()).isolation
}

/** Whether the command failed before it started, so that its input is not at fault. */
export function hasFailedToStart(exitCode: number | null, stderr: string): boolean {
  return exitCode === failedToEnterStatus || /^(unshare|setpriv|prlimit|nice|env): /m.test(stderr)
}

/** Finds the strongest isolation that works here, once per process. */
function findSandbox() {
  found ??= firstThatWorks()
  return found
}

async function firstThatWorks(): Promise<{ isolation: Isolation; enter: Enter }> {
  for (const userOptions of userNamespaceOptions) {
    const enter: Enter = async (view, command) =>
      plain([...(await namespacePrefix(userOptions, view)), ...command])
    if (await works(enter)) return { isolation: 'namespaces', enter }
  }
  const isRoot = process.getuid?.() === 0
  // On a network disk root may not be allowed to change owners. Then the command runs without isolation.
  const enterAsNobodyIfAllowed: Enter = (view, command) =>
    enterAsNobody(view, command).catch(() => plain([...command]))
  if (isRoot && (await works(enterAsNobody)))
    return { isolation: 'other-user', enter: enterAsNobodyIfAllowed }
  return { isolation: 'none', enter: async (_view, command) => plain([...command]) }
}

/** Tries it with ffmpeg, which may be installed in a folder that is not part of the view. */
async function works(enter: Enter): Promise<boolean> {
  const { command } = await enter({ inputs: [] }, ['ffmpeg', '-version'])
  const [program, ...args] = [...clearEnvironment, ...command]
  return promisify(execFile)(program, args).then(
    () => true,
    () => false,
  )
}

const plain = (command: string[]): Entry => ({ command, files: [], leave: async () => {} })
