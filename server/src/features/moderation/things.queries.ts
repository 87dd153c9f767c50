import type { ReportKind } from '@vireo/contract'
import type { Db } from '../../db/sql.ts'

const nameLength = 80

const names = {
  video: { table: 'videos', column: 'title' },
  tweet: { table: 'tweets', column: 'content' },
  comment: { table: 'comments', column: 'content' },
  profile: { table: 'users', column: 'username' },
} as const

/** What a thing is called in the audit log and in messages. */
export async function findName(db: Db, kind: ReportKind, id: string): Promise<string> {
  const { table, column } = names[kind]
  const [row] = await db<{ name: string }[]>`select ${db(column)} as name from ${db(table)} where id = ${id}`
  const name = row?.name.replace(/\s+/g, ' ').trim() ?? ''
  if (kind === 'profile') return `@${name}`
  return name.length > nameLength ? `${name.slice(0, nameLength).toWellFormed()}…` : name
}
