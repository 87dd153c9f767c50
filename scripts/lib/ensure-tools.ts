// Finds the system programs that Vireo needs, installs missing ones with the system's package manager, or reports in
// one sentence what to install.
import { execFile, execFileSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const managers = ['apt-get', 'dnf', 'apk', 'pacman', 'brew'] as const
type Manager = (typeof managers)[number]
type Packages = Partial<Record<Manager, readonly string[]>>

interface Tool {
  name: string
  packages: Packages
  /** The paths of its programs, or undefined if one of them is missing. */
  find(): string[] | undefined
}

const lockWaitSeconds = 300

const ffmpeg: Tool = {
  name: 'ffmpeg',
  packages: {
    'apt-get': ['ffmpeg'],
    dnf: ['ffmpeg-free'],
    apk: ['ffmpeg'],
    pacman: ['ffmpeg'],
    brew: ['ffmpeg'],
  },
  find: () => findEvery(['ffmpeg', 'ffprobe']),
}

/** Prefers a full browser to its headless shell, which allows more than browsers do. */
const chromium: Tool = {
  name: 'Chromium',
  packages: {
    'apt-get': ['chromium'],
    dnf: ['chromium'],
    apk: ['chromium'],
    pacman: ['chromium'],
    brew: ['--cask', 'google-chrome'],
  },
  find: () => {
    const path = findFirst([
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      'chromium-headless-shell',
    ])
    return path === undefined ? undefined : [path]
  },
}

const swift: Tool = {
  name: 'OpenStack Swift',
  packages: {
    'apt-get': ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
  },
  find: () =>
    findEvery([
      'memcached',
      'swift-proxy-server',
      'swift-account-server',
      'swift-container-server',
      'swift-object-server',
    ]),
}

const nginx: Tool = {
  name: 'nginx',
  packages: {
    'apt-get': ['nginx-light'],
    dnf: ['nginx'],
    apk: ['nginx'],
    pacman: ['nginx'],
    brew: ['nginx'],
  },
  find: () => findEvery(['nginx']),
}

const wrk: Tool = {
  name: 'wrk',
  packages: { 'apt-get': ['wrk'], apk: ['wrk'], pacman: ['wrk'], brew: ['wrk'] },
  find: () => findEvery(['wrk']),
}

/** Sends the requests of the API's benchmark, with less overhead than a client in Node. */
export async function ensureWrk(): Promise<string> {
  const [path = ''] = await ensureTool(wrk)
  return path
}

/** The streaming benchmark compares with nginx. */
export async function ensureNginx(): Promise<string> {
  const [path = ''] = await ensureTool(nginx)
  return path
}

/** Throws an error of one sentence if ffmpeg and ffprobe can be neither found nor installed. */
export async function ensureFfmpeg(): Promise<void> {
  await ensureTool(ffmpeg)
}

/** The path of Chromium or Chrome. `CHROMIUM_PATH` takes precedence over an installed one. */
export async function ensureChromium(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (isProgram(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program that can be run.`)
  }
  const [path = ''] = await ensureTool(chromium)
  return path
}

/** Swift is the S3 server of the tests, which are skipped (with a warning) if it cannot be installed. */
export async function ensureSwift(): Promise<boolean> {
  try {
    await ensureTool(swift)
    return true
  } catch (error) {
    console.warn(`S3 tests are skipped: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

async function ensureTool(tool: Tool): Promise<string[]> {
  const found = tool.find()
  if (found) return found
  const manager = managers.find((name) => tool.packages[name] && findProgram(name))
  const prefix = manager && rootPrefixFor(manager)
  if (!manager || !prefix) throw new Error(howToInstall(tool, manager))
  console.log(`Installing ${tool.name} with ${manager} (this can take a minute) …`)
  try {
    await install(tool, manager, prefix)
  } catch (error) {
    throw new Error(`${howToInstall(tool, manager)} ${manager} said: ${lastLine(error)}`, { cause: error })
  }
  const installed = tool.find()
  if (!installed) throw new Error(howToInstall(tool, manager))
  return installed
}

function howToInstall(tool: Tool, manager: Manager | undefined): string {
  const packages = manager && tool.packages[manager]?.join(' ')
  if (packages) return `${tool.name} is needed: please install it (with ${manager}: ${packages}).`
  const debian = tool.packages['apt-get']?.join(' ')
  return `${tool.name} is needed: please install it and put it on PATH (Debian's packages: ${debian}).`
}

/** The prefix for the package manager's command to run it as root; undefined if that is not possible. */
function rootPrefixFor(manager: Manager): string[] | undefined {
  if (manager === 'brew' || process.getuid?.() === 0) return []
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
    return ['sudo', '-n']
  } catch {
    return undefined
  }
}

async function install(tool: Tool, manager: Manager, prefix: string[]): Promise<void> {
  const packages = [...(tool.packages[manager] ?? [])]
  switch (manager) {
    case 'apt-get':
      return installWithApt(tool, packages, prefix)
    case 'dnf':
      return run([...prefix, 'dnf', 'install', '-y', '--setopt=install_weak_deps=False', ...packages])
    case 'apk':
      return run([...prefix, 'apk', 'add', '--no-cache', ...packages])
    case 'pacman':
      return run([...prefix, 'pacman', '-Sy', '--noconfirm', '--needed', ...packages])
    case 'brew':
      return run(['brew', 'install', ...packages])
  }
}

async function installWithApt(tool: Tool, packages: string[], prefix: string[]): Promise<void> {
  // RUNLEVEL=1 keeps Debian's install scripts from starting daemons.
  const apt = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'RUNLEVEL=1',
    'LC_ALL=C.UTF-8',
    'apt-get',
    '-qq',
    '-y',
    '-o',
    `DPkg::Lock::Timeout=${lockWaitSeconds}`,
  ]
  // An update may fail for one of several sources. The older package lists may still suffice, so try the install.
  await runWaitingForLock([...apt, 'update']).catch(() => undefined)
  if (tool.find()) return
  await runWaitingForLock([...apt, 'install', '--no-install-recommends', ...packages])
}

/** apt's lock timeout covers dpkg, but not the package lists and archives, so those are retried. */
async function runWaitingForLock(command: string[]): Promise<void> {
  const deadline = Date.now() + lockWaitSeconds * 1000
  for (;;) {
    try {
      return await run(command)
    } catch (error) {
      const isLocked = /could not get lock|unable to lock/i.test(String(error))
      if (!isLocked || Date.now() > deadline) throw error
      await sleep(1000)
    }
  }
}

function run([program = '', ...args]: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`.trim() || error.message))
      else resolve()
    })
    child.stdin?.end()
  })
}

function lastLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n')
  return lines.findLast((line) => /^E: |error/i.test(line)) ?? lines.at(-1) ?? ''
}

function findEvery(names: readonly string[]): string[] | undefined {
  const paths = names.map(findProgram)
  return paths.every((path) => path !== undefined) ? paths : undefined
}

function findFirst(names: readonly string[]): string | undefined {
  return names.map(findProgram).find((path) => path !== undefined)
}

export function findProgram(name: string): string | undefined {
  if (name.startsWith('/')) return isProgram(name) ? name : undefined
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const endings = process.platform === 'win32' ? ['.exe', ''] : ['']
  const paths = folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
  return paths.find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
