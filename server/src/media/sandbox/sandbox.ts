import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { namespacePrefix, type View, WAYS_IN } from './namespaces.ts'

export type { View }

/** Nothing of our settings, which hold passwords, reaches a command: only where programs are found. */
const CLEAN = ['sh', '-c', 'exec env -i PATH="$PATH" LC_ALL=C "$@"', 'clean-env'] as const

/** `enter.sh` ends with it when it could not build the view. */
const NOT_ENTERED = 120

type WayIn = (typeof WAYS_IN)[number]
let wayIn: Promise<WayIn | undefined> | undefined

/** What comes first of all before a command, then whatever else limits it, then `sandboxPrefix`. */
export const cleanPrefix = (): string[] => [...CLEAN]

/** The words before a command that hide everything from it but its view, as far as the system offers that. */
export async function sandboxPrefix(view: View): Promise<string[]> {
  const way = await findWayIn()
  return way ? namespacePrefix(way, view) : []
}

/** Whether ffmpeg is kept from the network and from the files and settings of this server. */
export async function isIsolated(): Promise<boolean> {
  return (await findWayIn()) !== undefined
}

/** Did the command fail before it began? Then that says nothing about the file it was to read. */
export function hasNotEntered(exitCode: number | null, stderr: string): boolean {
  return exitCode === NOT_ENTERED || /^(unshare|setpriv|prlimit|nice|env): /m.test(stderr)
}

/** Tried once, with ffmpeg itself: it may also be installed where the view does not reach. */
function findWayIn(): Promise<WayIn | undefined> {
  wayIn ??= firstThatWorks()
  return wayIn
}

async function firstThatWorks(): Promise<WayIn | undefined> {
  for (const way of WAYS_IN) {
    const prefix = await namespacePrefix(way, { inputs: [] })
    const [program = '', ...args] = [...CLEAN, ...prefix, 'ffmpeg', '-version']
    const works = promisify(execFile)(program, args).then(
      () => true,
      () => false,
    )
    if (await works) return way
  }
  return undefined
}
