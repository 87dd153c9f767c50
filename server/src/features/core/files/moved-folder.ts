import { createHmac } from 'node:crypto'
import { loadSecret } from '../../../db/secret.ts'
import type { Sql } from '../../../db/sql.ts'

/**
 * The folder to which pictures move when they are withdrawn. Nobody can guess it, and the site can tell it from the old
 * one, so that old addresses work again once the pictures are shown again.
 */
export async function movedFolderOf(sql: Sql, folder: string): Promise<string> {
  return digest(await loadSecret(sql, 'moved-pictures'), folder)
}

/** More moves of the same pictures are unlikely: each takes another suspension or removal. */
const maxMoves = 8

/** Where pictures from this folder are after one, two and more moves. */
export async function listMovedFolders(sql: Sql, folder: string): Promise<string[]> {
  const secret = await loadSecret(sql, 'moved-pictures')
  const folders: string[] = []
  for (let last = folder; folders.length < maxMoves; folders.push(last)) last = digest(secret, last)
  return folders
}

function digest(secret: Uint8Array, folder: string): string {
  const name = createHmac('sha256', secret).update(folder).digest('base64url').slice(0, 32)
  return `${folder.split('/', 1)[0]}/${name}`
}
