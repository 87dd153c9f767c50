import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from './files.ts'
import { lastLines } from './log-file.ts'
import type { RunPlan } from './process/run-plan.ts'
import { runAs } from './process/runner.ts'

const unfinishedPrefix = 'postgres-init-'

/** Creates the cluster in another folder and then renames it, so that there is never half a cluster. */
export async function initialise(plan: RunPlan, password: string, isFast: boolean): Promise<void> {
  const { cluster, runner } = plan
  const parent = dirname(cluster.dir)
  const workDir = await mkdtemp(join(parent, unfinishedPrefix))
  try {
    const passwordFile = join(workDir, 'password')
    await writeFile(passwordFile, password, { mode: 0o600 })
    for (const path of [passwordFile, workDir]) {
      if (runner.account) await chown(path, runner.owner.uid, runner.owner.gid)
    }
    await runInitdb(plan, workDir, passwordFile, isFast)
    await putInPlace(join(workDir, 'data'), cluster.dir)
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

/** Removes the leftovers of an interrupted first start. */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    // An initdb of a killed process may still be writing there. It fails soon; the next start removes the rest.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

/**
 * Locales for LC_CTYPE, in order of preference. Text is sorted by PostgreSQL's builtin provider, so an update of the
 * system's locales cannot corrupt an index.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

async function runInitdb(
  plan: RunPlan,
  workDir: string,
  passwordFile: string,
  isFast: boolean,
): Promise<void> {
  const { binaries, runner } = plan
  const command = [binaries.initdb, '-D', join(workDir, 'data'), '-U', 'postgres', `--pwfile=${passwordFile}`]
  command.push('--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums', '--no-instructions')
  command.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  if (isFast) command.push('--no-sync')
  let output = ''
  for (const type of characterTypes) {
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
