import type { SignUpMode } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'

interface SettingsRow {
  sign_up: SignUpMode
  held_words: string[]
}

export async function getSiteSettings(db: Db): Promise<SettingsRow> {
  const [row] = await db<SettingsRow[]>`select sign_up, held_words from site_settings`
  if (!row) throw new Error('The row of the site settings is missing')
  return row
}

/** Without the words, of which there may be a thousand. */
export async function getSignUpMode(db: Db): Promise<SignUpMode> {
  const [row] = await db<Pick<SettingsRow, 'sign_up'>[]>`select sign_up from site_settings`
  if (!row) throw new Error('The row of the site settings is missing')
  return row.sign_up
}

/** Reads the settings and locks them until the transaction ends. */
export async function lockSiteSettings(db: Db): Promise<SettingsRow> {
  const [row] = await db<SettingsRow[]>`select sign_up, held_words from site_settings for update`
  if (!row) throw new Error('The row of the site settings is missing')
  return row
}

export async function updateSettings(db: Db, changes: Partial<SettingsRow>): Promise<void> {
  await db`update site_settings set ${db(changes)}`
}
