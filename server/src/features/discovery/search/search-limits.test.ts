import { expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../../test/database/database.ts'
import { connect } from '../../../db/sql.ts'
import { withSearchBudget } from './search-limits.ts'

it('a search has one time limit for all its statements together', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  const sql = connect(database.url, { max: 1 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await database.drop()
  })
  let done = 0
  const search = withSearchBudget(
    sql,
    async (tx) => {
      for (; done < 5; done++) await tx`select pg_sleep(0.2)`
    },
    500,
  )
  await expect(search).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3 })
  expect(done).toBeLessThan(5)
  // The connection was returned with its ordinary limit.
  const [row] = await sql`select current_setting('statement_timeout') as timeout`
  expect(row?.timeout).toBe('30s')
})
