import { inject } from 'vitest'
import type { Db } from '../../src/db/sql.ts'
import { newId } from '../../src/lib/ids.ts'
import { createRecordedDatabase, type Statement } from './database.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows and entries of indexes a statement reads, of one table or of all. */
export async function countRowsRead(db: Db, { text, values }: Statement, table?: string): Promise<number> {
  const [answer] = await db.unsafe(`explain (analyze, format json) ${text}`, values)
  return readBy(answer?.['QUERY PLAN'][0].Plan, table)
}

function readBy(plan: Plan, table: string | undefined): number {
  const isScan = table
    ? plan['Relation Name'] === table
    : /(?<!Subquery|Values|CTE) Scan$/.test(plan['Node Type'])
  const own = isScan
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0
  return own + (plan.Plans ?? []).reduce((sum, one) => sum + readBy(one, table), 0)
}

/** A database with very many videos of one person. */
export async function createManyVideos(count: number) {
  const { sql, takeStatements, drop } = await createRecordedDatabase(inject('postgresUrl'))
  const ownerId = newId()
  await sql`alter table videos disable trigger user`
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    values (${ownerId}, 'one', 'one', 'One', 'one@example.org', 'one@example.org', now(), now())`
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, duration, created_at, updated_at)
    select gen_random_uuid(), ${ownerId}, 'Number ' || i, 'ready', true, i, i, i, 1, now(), now()
    from generate_series(1, ${count}::int) i`
  return {
    sql,
    ownerId,
    /** How many rows the last statement reads. */
    countRead: async (table?: string) => {
      const statement = takeStatements().at(-1)
      const count = statement ? await countRowsRead(sql, statement, table) : 0
      takeStatements()
      return count
    },
    drop,
  }
}
