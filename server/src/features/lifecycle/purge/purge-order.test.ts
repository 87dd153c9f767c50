import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../../../../test/database/database.ts'
import { connect, type Sql } from '../../../db/sql.ts'
import type { Dependants, Removal } from '../../core/removal/removal.ts'
import { purgeOrder } from './purge-order.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: Sql
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  sql = connect(database.url, { max: 1 })
})
afterAll(async () => {
  await sql.end({ timeout: 5 })
  await database.drop()
})

/** The tables that other rows refer to, and the parts of a removal that handle these rows. */
const subjects = {
  users: ['detachFromAccount', 'withAccount'],
  videos: ['withVideo'],
  tweets: ['withTweet'],
  playlists: ['withPlaylist'],
  comments: ['withComments'],
} as const satisfies Record<string, (keyof Removal)[]>
type Subject = keyof typeof subjects

function removedWith(subject: Subject) {
  const found: (Dependants<string> | Dependants<string[]>)[] = []
  for (const removal of purgeOrder) for (const part of subjects[subject]) found.push(...(removal[part] ?? []))
  return found
}

/** The columns that refer to a table; safe if its rows can be deleted while other rows refer to them. */
const foreignKeysTo = (table: string) => sql<{ key: string; isSafe: boolean }[]>`
  select conrelid::regclass || '.' || attname as key, confdeltype in ('c', 'n') as "isSafe"
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
  where contype = 'f' and confrelid = ${table}::regclass`

describe.each(Object.keys(subjects) as Subject[])('the foreign keys to %s', (subject) => {
  it('are handled by their feature: a *.removal.ts, listed in purge-order.ts', async () => {
    const found = (await foreignKeysTo(subject)).map(({ key }) => key)
    const removed = removedWith(subject).flatMap(({ keys }) => keys)
    expect(found.length).toBeGreaterThan(0)
    expect(removed.toSorted()).toEqual(found.toSorted())
  })

  it('cascade or set null where a removal leaves the rows to them', async () => {
    const unsafe = (await foreignKeysTo(subject)).filter(({ isSafe }) => !isSafe).map(({ key }) => key)
    const left = removedWith(subject).flatMap((rows) => ('isLeftToForeignKey' in rows ? rows.keys : []))
    expect(left.filter((key) => unsafe.includes(key))).toEqual([])
  })
})
