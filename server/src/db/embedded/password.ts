import { randomBytes } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, writeDurably } from './files.ts'
import { lastLines } from './log-file.ts'
import { runAs } from './runner.ts'
import type { Setting } from './setting.ts'

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password')

export const readPassword = (dataDir: string) => readIfThere(passwordFile(dataDir))

/** The password of this DATA_DIR, made once. A lost file is made anew, and the cluster told. */
export async function ensurePassword(dataDir: string, setting: Setting): Promise<string> {
  const path = passwordFile(dataDir)
  const known = await readIfThere(path)
  if (known) {
    await chmod(path, 0o600)
    return known
  }
  const password = randomBytes(24).toString('base64url')
  if (setting.cluster.exists) await resetPassword(setting, password)
  await writeDurably(path, `${password}\n`)
  return password
}

/** Single-user mode asks for no password. The role `vireo` follows in `ensureDatabase`. */
async function resetPassword({ binaries, cluster, runner }: Setting, password: string): Promise<void> {
  const command = [binaries.postgres, '--single', '-D', cluster.dir, 'postgres']
  const { ok, output } = await runAs(runner, command, `alter role postgres password '${password}'\n`)
  if (!ok || output.includes('ERROR')) {
    throw new Error(`The lost password of the database could not be replaced:\n${lastLines(output)}`)
  }
}
