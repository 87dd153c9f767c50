import { lstat, readlink, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { View } from './view.ts'

/** No network, no other processes, no shared memory; everything inside is killed with its parent. */
const NAMESPACES = ['--mount', '--net', '--pid', '--ipc', '--fork', '--kill-child=KILL']

/** Options of unshare, in the order tried: any user where user namespaces are allowed, otherwise only root. */
export const USER_OPTIONS = [['--user', '--map-root-user'], []] as const

const ENTER = join(import.meta.dirname, 'enter.sh')

/** Not all of /usr and /opt: sites may be installed there, with their data. */
const PROGRAMS = [
  ...['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libx32'],
  ...['/usr/local/bin', '/usr/local/lib', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ...['/etc/alternatives', '/etc/ld.so.cache'],
]
const DEVICES = ['/dev/null', '/dev/urandom']

/** One step of `enter.sh` with its arguments. */
type Step = string[]

/** What goes before a command to run it in namespaces that show nothing but the given view. */
export async function namespacePrefix(userOptions: readonly string[], view: View): Promise<string[]> {
  const { work } = view
  const steps = [
    ...(await showPrograms()),
    ...DEVICES.flatMap((path) => mount('device', path, false)),
    ...(work ? mount('work', work, true) : []),
    ...(await showInputs(view)),
  ]
  // All mount points before all mounts: a mount may cover the place of a later mount point.
  const isMountPoint = ([kind = '']: Step) => ['dir', 'file', 'link'].includes(kind)
  const ordered = [...steps.filter(isMountPoint), ...steps.filter((step) => !isMountPoint(step))]
  return ['unshare', ...userOptions, ...NAMESPACES, '--', 'sh', ENTER, ...ordered.flat(), '--']
}

async function showPrograms(): Promise<Step[]> {
  const steps = PROGRAMS.map(async (path) => {
    const found = await lstat(path).catch(() => undefined)
    if (found?.isSymbolicLink()) return [['link', path, await readlink(path)]]
    return found ? mount('program', path, found.isDirectory()) : []
  })
  return (await Promise.all(steps)).flat()
}

/** A missing file is left out, so that the command itself reports it. */
async function showInputs({ work, inputs }: View): Promise<Step[]> {
  const outside = inputs.filter((path) => !work || !path.startsWith(`${work}/`))
  const steps = outside.map(async (path) => {
    const found = await stat(path).catch(() => undefined)
    return found ? mount('input', path, found.isDirectory()) : []
  })
  return (await Promise.all(steps)).flat()
}

function mount(kind: 'program' | 'device' | 'work' | 'input', path: string, isDirectory: boolean): Step[] {
  const place = isDirectory
    ? [['dir', path]]
    : [
        ['dir', dirname(path)],
        ['file', path],
      ]
  return [...place, [kind, path]]
}
