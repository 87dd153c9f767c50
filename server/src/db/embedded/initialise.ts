import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from './files.ts'
import { lastLines } from './log-file.ts'
import { runAs } from './runner.ts'
import type { Setting } from './setting.ts'

const PREFIX = 'postgres-init-'

/** Makes the cluster aside and then renames it, so that a cluster is complete or not there at all. */
export async function initialise(setting: Setting, password: string, isFast: boolean): Promise<void> {
  const { cluster, runner } = setting
  const parent = dirname(cluster.dir)
  const workshop = await mkdtemp(join(parent, PREFIX))
  try {
    const passwordFile = join(workshop, 'password')
    await writeFile(passwordFile, password, { mode: 0o600 })
    for (const path of [passwordFile, workshop]) {
      if (runner.account) await chown(path, runner.owner.uid, runner.owner.gid)
    }
    await runInitdb(setting, workshop, passwordFile, isFast)
    await putInPlace(join(workshop, 'data'), cluster.dir)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

/** Of a first start that was cut short. */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue
    // An orphaned initdb may still be writing there; it fails soon, and the rest goes at the next start.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

/**
 * Sorting is PostgreSQL's own (builtin), so no change of the system can corrupt an index. Only pg_trgm still
 * asks the system what a letter is, and with plain C it would see none outside ASCII.
 */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C']

async function runInitdb(
  setting: Setting,
  workshop: string,
  passwordFile: string,
  isFast: boolean,
): Promise<void> {
  const { binaries, runner } = setting
  const command = [
    binaries.initdb,
    '-D',
    join(workshop, 'data'),
    '-U',
    'postgres',
    `--pwfile=${passwordFile}`,
  ]
  command.push('--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums', '--no-instructions')
  command.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  if (isFast) command.push('--no-sync')
  let output = ''
  for (const type of CHARACTER_TYPES) {
    const result = await runAs(runner, [...command, `--lc-ctype=${type}`])
    if (result.ok) return
    output = result.output
    if (!output.includes('invalid locale name')) break
  }
  throw new Error(`initdb failed:\n${lastLines(output)}`)
}

async function putInPlace(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error) => {
    const hint = 'It must be missing or empty, and no mount point of its own.'
    throw new Error(`The new database cannot be put at ${to}. ${hint} ${error.message}`)
  })
  await syncFolder(dirname(to))
}
