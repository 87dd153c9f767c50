import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRecordedDatabase } from '../../../../test/database/database.ts'
import { countRowsRead } from '../../../../test/database/plans.ts'
import type { Db } from '../../../db/sql.ts'
import { newId } from '../../../lib/ids.ts'
import { findBlockedName } from '../blocks/blocks.queries.ts'
import { findUsersByName } from '../notify/notify.queries.ts'
import { findUserByEmail, findUserByUsername, getChannel } from './accounts.queries.ts'
import { isKnownDevice } from './devices/devices.queries.ts'

let database: Awaited<ReturnType<typeof createRecordedDatabase>>
beforeAll(async () => {
  database = await createRecordedDatabase(inject('postgresUrl'))
  await database.sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    select gen_random_uuid(), 'p' || i, 'p' || i, 'P', 'p' || i || '@example.org', 'p' || i || '@example.org', now(), now()
    from generate_series(1, 20000) i`
  await database.sql`analyze users`
})
afterAll(() => database.drop())

const lookUps: [string, (db: Db) => Promise<unknown>][] = [
  ['a profile', (db) => getChannel(db, 'p77', undefined)],
  ['a sign-in by username', (db) => findUserByUsername(db, 'p77')],
  ['a sign-in by e-mail', (db) => findUserByEmail(db, 'p77@example.org')],
  ['the devices of an account', (db) => isKnownDevice(db, { column: 'username_key', text: 'p77' }, 'device')],
  ['mentioned people', (db) => findUsersByName(db, ['p77', 'p78'])],
  ['blocked people among the mentioned', (db) => findBlockedName(db, newId(), ['p77', 'p78'])],
]

it.each(lookUps)('%s: found by an index among 20,000 people', async (_what, lookUp) => {
  database.takeStatements()
  await lookUp(database.sql)
  const statement = database.takeStatements().at(-1)
  expect(statement).toBeDefined()
  if (statement) expect(await countRowsRead(database.sql, statement, 'users')).toBeLessThanOrEqual(4)
})
