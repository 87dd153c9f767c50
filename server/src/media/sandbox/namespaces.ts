import { lstat, readlink, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { View } from './visible-files.ts'

/** No network, no other processes and no shared memory. Everything inside is killed with its parent. */
const namespaceOptions = ['--mount', '--net', '--pid', '--ipc', '--fork', '--kill-child=KILL']

/** Options of unshare, in the order in which they are tried. Without user namespaces only root can use the others. */
export const userNamespaceOptions = [['--user', '--map-root-user'], []] as const

const enterScript = join(import.meta.dirname, 'enter.sh')

/** Not all of /usr and /opt, where a site may be installed with its data. */
const programPaths = [
  ...['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libx32'],
  ...['/usr/local/bin', '/usr/local/lib', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ...['/etc/alternatives', '/etc/ld.so.cache'],
]
const devicePaths = ['/dev/null', '/dev/urandom']

/** A step of `enter.sh` with its arguments. */
type Step = string[]

/** The prefix of a command that runs it in namespaces in which it sees only the given view. */
export async function namespacePrefix(userOptions: readonly string[], view: View): Promise<string[]> {
  const { work } = view
  const steps = [
    ...(await showPrograms()),
    ...devicePaths.flatMap((path) => mount('device', path, false)),
    ...(work ? mount('work', work, true) : []),
    ...(await showInputs(view)),
  ]
  // All mount points are created before the mounts, because a mount may hide the place of a later mount point.
  const isMountPoint = ([kind = '']: Step) => ['dir', 'file', 'link'].includes(kind)
  const ordered = [...steps.filter(isMountPoint), ...steps.filter((step) => !isMountPoint(step))]
  return ['unshare', ...userOptions, ...namespaceOptions, '--', 'sh', enterScript, ...ordered.flat(), '--']
}

async function showPrograms(): Promise<Step[]> {
  const steps = programPaths.map(async (path) => {
    const found = await lstat(path).catch(() => undefined)
    if (found?.isSymbolicLink()) return [['link', path, await readlink(path)]]
    return found ? mount('program', path, found.isDirectory()) : []
  })
  return (await Promise.all(steps)).flat()
}

/** Leaves out missing files, so that the command itself reports them. */
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
