import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { blockConnections, createTestDatabase } from '../../test/database/database.ts'
import { patiently } from '../../test/patience.ts'
import { connect, isDatabaseUnavailable } from './sql.ts'

it('an outage of the database is recognised, and statements and listeners work again after it', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  const sql = connect(database.url)
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await database.drop()
  })
  const heard: string[] = []
  await sql.listen('news', (news) => void heard.push(news))
  const comeBack = await blockConnections(database.url)
  await expect(sql`select 1`).rejects.toSatisfy(isDatabaseUnavailable)
  await expect(sql.begin((tx) => tx`select 1`)).rejects.toSatisfy(isDatabaseUnavailable)
  await comeBack()
  await vi.waitFor(async () => {
    await sql.notify('news', 'it is back')
    expect(heard).toContain('it is back')
  }, patiently)
})

it('an error of the statement itself does not count as an outage', async () => {
  const sql = connect(inject('postgresUrl'), { max: 1 })
  onTestFinished(() => sql.end({ timeout: 5 }))
  const error = await sql`select * from no_such_table`.catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(false)
  expect(isDatabaseUnavailable(Object.assign(new Error('of a mail server'), { code: 'ECONNREFUSED' }))).toBe(
    false,
  )
})
