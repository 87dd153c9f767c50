import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DrillContext } from '../drill.ts'

const root = new URL('../../../', import.meta.url).pathname
const cacheFolder = join(root, 'node_modules/.cache/vireo-drill')
const run = promisify(execFile)

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The last commit without the newest migration. */
export function findEarlierVersion(): string | undefined {
  const newest = readdirSync(join(root, 'server/migrations')).sort().at(-1)
  try {
    const added = git(
      'log',
      '--no-renames',
      '--diff-filter=A',
      '--format=%H',
      '-1',
      '--',
      `server/migrations/${newest}`,
    )
    return added && git('rev-parse', `${added}^`)
  } catch {
    return undefined
  }
}

/** Checks out another version of the program, with the packages and the Node of that version. Returns its folder. */
export async function checkOut(context: DrillContext, commit: string): Promise<string> {
  const folder = join(context.folder, 'earlier')
  await extract(commit, folder)
  const packages = await installPackages(folder)
  for (const part of ['', 'contract', 'server']) await linkPackages(join(packages, part), join(folder, part))
  await mkdir(join(folder, 'node_modules/@vireo'))
  await symlink(join(folder, 'contract'), join(folder, 'node_modules/@vireo/contract'))
  return folder
}

async function extract(commit: string, folder: string): Promise<void> {
  await mkdir(folder)
  const archive = `${folder}.tar`
  git('archive', '--output', archive, commit)
  await run('tar', ['-xf', archive, '-C', folder])
}

/** Installs what the lockfile of a checkout names. Kept for other commits with the same lockfile. */
async function installPackages(checkout: string): Promise<string> {
  const lockfile = await readFile(join(checkout, 'package-lock.json'))
  const installed = join(
    cacheFolder,
    `packages-${createHash('sha256').update(lockfile).digest('hex').slice(0, 16)}`,
  )
  if (existsSync(installed)) return installed
  await mkdir(cacheFolder, { recursive: true })
  const folder = await mkdtemp(join(cacheFolder, 'installing-'))
  try {
    const manifests = ['package.json', 'package-lock.json', '.npmrc', ...(await listManifests(checkout))]
    await run('cp', ['--parents', ...manifests, folder], { cwd: checkout })
    // Only what the server needs; the root has Node.
    const parts = ['--workspace', 'server', '--workspace', 'contract', '--include-workspace-root']
    await run('npm', ['ci', '--prefer-offline', '--omit=dev', ...parts], { cwd: folder })
    await rename(folder, installed)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return installed
}

async function listManifests(checkout: string): Promise<string[]> {
  const { workspaces } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))
  return workspaces.map((name: string) => `${name}/package.json`)
}

/** One link per package: those of this repository must be found in the checkout instead. */
async function linkPackages(from: string, to: string): Promise<void> {
  const source = join(from, 'node_modules')
  const target = join(to, 'node_modules')
  await mkdir(target, { recursive: true })
  const names = await readdir(source).catch(() => [])
  for (const name of names) if (name !== '@vireo') await symlink(join(source, name), join(target, name))
}
