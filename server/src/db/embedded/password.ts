import { randomBytes } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfExists, writeDurably } from './files.ts'
import { lastLines } from './log-file.ts'
import type { RunPlan } from './process/run-plan.ts'
import { runAs } from './process/runner.ts'

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password')

export const readPassword = (dataDir: string) => readIfExists(passwordFile(dataDir))

/** Reads the database password, or creates it. If the file was lost, the cluster gets the new password. */
export async function ensurePassword(dataDir: string, plan: RunPlan): Promise<string> {
  const path = passwordFile(dataDir)
  const known = await readIfExists(path)
  if (known) {
    await chmod(path, 0o600)
    return known
  }
  const password = randomBytes(24).toString('base64url')
  if (plan.cluster.exists) await resetPassword(plan, password)
  await writeDurably(path, `${password}\n`)
  return password
}

/** PostgreSQL's single-user mode needs no password. `ensureDatabase` changes that of the role `vireo`. */
async function resetPassword({ binaries, cluster, runner }: RunPlan, password: string): Promise<void> {
  const command = [binaries.postgres, '--single', '-D', cluster.dir, 'postgres']
  const { ok, output } = await runAs(runner, command, `alter role postgres password '${password}'\n`)
  if (!ok || output.includes('ERROR')) {
    throw new Error(`The lost password of the database could not be replaced:\n${lastLines(output)}`)
  }
}
