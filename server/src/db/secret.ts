import { randomBytes } from 'node:crypto'
import type { Sql } from './sql.ts'

const randomKey = () => randomBytes(32)

/**
 * A secret of this site, by default a random key. The first process that asks for it creates it; all processes get the
 * same one.
 */
export async function loadSecret(sql: Sql, name: string, create = randomKey): Promise<Uint8Array> {
  await sql`insert into secrets (name, value) values (${name}, ${create()}) on conflict do nothing`
  const [row] = await sql<{ value: Uint8Array }[]>`select value from secrets where name = ${name}`
  if (!row) throw new Error(`The secret ${name} does not exist`)
  return row.value
}
