import { randomBytes } from 'node:crypto'
import type { Sql } from './sql.ts'

const randomKey = () => randomBytes(32)

/**
 * A secret of this site, by default a random key. The first process that needs it creates it; all processes get the
 * same one.
 */
export async function loadSecret(sql: Sql, name: string, create = randomKey): Promise<Uint8Array> {
  const find = async () =>
    (await sql<{ value: Uint8Array }[]>`select value from secrets where name = ${name}`)[0]?.value
  const known = await find()
  if (known) return known
  await sql`insert into secrets (name, value) values (${name}, ${create()}) on conflict do nothing`
  const created = await find()
  if (!created) throw new Error(`The secret ${name} does not exist`)
  return created
}
