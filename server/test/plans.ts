import type { Db } from '../src/db/sql.ts'
import type { Statement } from './database.ts'

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows and entries of indexes a statement reads. */
export async function countRowsRead(db: Db, { text, values }: Statement): Promise<number> {
  const [answer] = await db.unsafe(`explain (analyze, format json) ${text}`, values)
  return readBy(answer?.['QUERY PLAN'][0].Plan)
}

function readBy(plan: Plan): number {
  const isScan = /(?<!Subquery|Values) Scan$/.test(plan['Node Type'])
  const own = isScan
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0
  return own + (plan.Plans ?? []).reduce((sum, one) => sum + readBy(one), 0)
}
