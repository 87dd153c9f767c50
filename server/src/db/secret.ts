import { randomBytes } from 'node:crypto'
import type { Sql } from './sql.ts'

/** A random key of this site. The first process that asks for it creates it; all processes get the same one. */
export async function loadSecret(sql: Sql, name: string): Promise<Uint8Array> {
  await sql`insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`
  const [row] = await sql<{ value: Uint8Array }[]>`select value from secrets where name = ${name}`
  if (!row) throw new Error(`The secret ${name} does not exist`)
  return row.value
}
