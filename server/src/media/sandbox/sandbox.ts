import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { namespacePrefix, WAYS_IN } from './namespaces.ts'
import { enterAsNobody } from './other-user.ts'
import type { Entry, View } from './view.ts'

/** How well commands are kept from the network and from the files and settings of this server. */
type Isolation = 'namespaces' | 'other-user' | 'none'

type Enter = (view: View, command: readonly string[]) => Promise<Entry>

/** Nothing of our settings, which hold passwords, reaches a command: only where programs are found. */
const CLEAN = ['sh', '-c', 'exec env -i PATH="$PATH" LC_ALL=C "$@"', 'clean-env'] as const

/** `enter.sh` ends with it when it could not build the view. */
const NOT_ENTERED = 120

let found: Promise<{ isolation: Isolation; enter: Enter }> | undefined

/** What comes first of all before a command, then whatever else limits it, then the entry. */
export const cleanPrefix = (): string[] => [...CLEAN]

/** Hides everything from a command but its view, as far as the system offers that. */
export async function enterSandbox(view: View, command: readonly string[]): Promise<Entry> {
  return (await findSandbox()).enter(view, command)
}

export async function findIsolation(): Promise<Isolation> {
  return (await findSandbox()).isolation
}

/** Did the command fail before it began? Then that says nothing about the file it was to read. */
export function hasNotEntered(exitCode: number | null, stderr: string): boolean {
  return exitCode === NOT_ENTERED || /^(unshare|setpriv|prlimit|nice|env): /m.test(stderr)
}

/** Tried once each, best first. */
function findSandbox() {
  found ??= firstThatWorks()
  return found
}

async function firstThatWorks(): Promise<{ isolation: Isolation; enter: Enter }> {
  for (const wayIn of WAYS_IN) {
    const enter: Enter = async (view, command) => plain([...(await namespacePrefix(wayIn, view)), ...command])
    if (await works(enter)) return { isolation: 'namespaces', enter }
  }
  const isRoot = process.getuid?.() === 0
  // A network disk may not let root give files away: then the work goes on as it would without this.
  const orPlain: Enter = (view, command) => enterAsNobody(view, command).catch(() => plain([...command]))
  if (isRoot && (await works(enterAsNobody))) return { isolation: 'other-user', enter: orPlain }
  return { isolation: 'none', enter: async (_view, command) => plain([...command]) }
}

/** With ffmpeg itself: it may also be installed where the view does not reach. */
async function works(enter: Enter): Promise<boolean> {
  const { command } = await enter({ inputs: [] }, ['ffmpeg', '-version'])
  const [program, ...args] = [...CLEAN, ...command]
  return promisify(execFile)(program, args).then(
    () => true,
    () => false,
  )
}

const plain = (command: string[]): Entry => ({ command, files: [], leave: async () => {} })
