import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { patiently } from '../../test/patience.ts'
import { migrateJobs } from '../jobs/run-worker.ts'
import { foldCase } from '../lib/text/fold.ts'
import { listMigrations, migrate } from './migrate.ts'
import { connect, type Sql } from './sql.ts'

let sql: Sql
let url: string
beforeEach(async () => {
  const database = await createTestDatabase(inject('postgresUrl'), 'template0')
  url = database.url
  sql = connect(url, { max: 3 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await database.drop()
  })
})

/** Stands for another process, with its own connections. */
function another(): Sql {
  const other = connect(url, { max: 3 })
  onTestFinished(() => other.end({ timeout: 5 }))
  return other
}

const applied = async () => (await sql`select name from migrations order by name`).map((row) => row.name)
const tables = async () =>
  (await sql`select tablename from pg_tables where schemaname = 'public' order by tablename`).map(
    (row) => row.tablename,
  )

async function folderWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'vireo-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

it('all migrations apply to an empty database, in order', async () => {
  const names = await listMigrations()
  expect(names[0]).toBe('0001_accounts.sql')
  expect(await migrate(sql)).toEqual(names)
  expect(await applied()).toEqual(names)
  expect(await tables()).toEqual(expect.arrayContaining(['users', 'sessions', 'email_codes', 'rate_limits']))
})

it('a second run applies no migration', async () => {
  await migrate(sql)
  expect(await migrate(sql)).toEqual([])
})

it('several processes that start at once apply each migration once, including those of the job queue', async () => {
  const start = async (connection: Sql) => {
    const names = await migrate(connection)
    await migrateJobs(url)
    return names
  }
  const results = await Promise.all([sql, another(), another(), another()].map(start))
  expect(results.map((names) => names.length).sort()).toEqual([0, 0, 0, (await listMigrations()).length])
  expect(await applied()).toEqual(await listMigrations())
  await sql`select graphile_worker.add_job('any')`
})

it('a migration that fails leaves no changes, and those before it stay applied', async () => {
  const folder = await folderWith({
    '0001_good.sql': 'create table good (id int);',
    '0002_bad.sql': 'create table half (id int); insert into half values (1); select 1/0;',
    '0003_later.sql': 'create table later (id int);',
  })
  await expect(migrate(sql, folder)).rejects.toThrow('division by zero')
  expect(await tables()).toEqual(['good', 'migrations'])
  expect(await applied()).toEqual(['0001_good.sql'])
  // Neither the lock nor the transaction is left open, so the corrected file can be applied.
  await writeFile(join(folder, '0002_bad.sql'), 'create table half (id int);')
  expect(await migrate(another(), folder)).toEqual(['0002_bad.sql', '0003_later.sql'])
  expect(await tables()).toEqual(['good', 'half', 'later', 'migrations'])
})

it('a newer version applies only its new migrations', async () => {
  const folder = await folderWith({ '0001_first.sql': 'create table first (id int);' })
  await migrate(sql, folder)
  const newer = await folderWith({ '0002_second.sql': "comment on table first is 'it''s here';" })
  await cp(folder, newer, { recursive: true })
  expect(await migrate(sql, newer)).toEqual(['0002_second.sql'])
})

it('an index is built without a transaction while several processes start and others use the table', async () => {
  const folder = await folderWith({
    '0001_first.sql': 'create table notes (id int); insert into notes select generate_series(1, 1000);',
    '0002_index.sql':
      '-- without a transaction\ndrop index concurrently if exists notes_id;\ncreate index concurrently notes_id on notes (id);\n',
  })
  const results = await Promise.all([sql, another(), another()].map((one) => migrate(one, folder)))
  expect(results.map((names) => names.length).sort()).toEqual([0, 0, 2])
  expect([...(await sql`select indisvalid from pg_index where indrelid = 'notes'::regclass`)]).toEqual([
    { indisvalid: true },
  ])
})

it('a change of a table that stays in use is retried at intervals, so that others do not have to wait', async () => {
  const folder = await folderWith({ '0001_first.sql': 'create table notes (id int);' })
  await migrate(sql, folder)
  await writeFile(join(folder, '0002_second.sql'), 'alter table notes add column text text;')
  const [user, reader] = [another(), another()]
  const release = Promise.withResolvers<void>()
  const used = Promise.withResolvers<void>()
  const using = user.begin(async (tx) => {
    await tx`select * from notes`
    used.resolve()
    await release.promise
  })
  await used.promise
  const migrating = migrate(sql, folder)
  const waits = () =>
    reader`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%add column text%'`
  await expect.poll(async () => (await waits()).length, patiently).toBe(1)
  // Waits behind the change until the change gives up for a moment.
  await reader`select * from notes`
  release.resolve()
  await using
  expect(await migrating).toEqual(['0002_second.sql'])
})

it('a migration that deadlocks with a request is tried again', async () => {
  const folder = await folderWith({
    '0001_first.sql': 'create table notes (id int); create table tags (id int);',
  })
  await migrate(sql, folder)
  const change = 'alter table notes add column text text; alter table tags add column text text;'
  await writeFile(join(folder, '0002_second.sql'), change)
  const [user, watcher] = [another(), another()]
  const release = Promise.withResolvers<void>()
  const used = Promise.withResolvers<void>()
  const using = user.begin(async (tx) => {
    await tx`select from tags`
    used.resolve()
    await release.promise
    // The migration began to wait earlier, so it is the one that PostgreSQL ends unless this machine stalls.
    await tx`select from notes`
  })
  await used.promise
  const migrating = migrate(sql, folder)
  const waits = () => watcher`select from pg_locks where relation = 'tags'::regclass and not granted`
  await expect.poll(async () => (await waits()).length, patiently).toBe(1)
  release.resolve()
  await Promise.allSettled([using])
  expect(await migrating).toEqual(['0002_second.sql'])
})

/** The database as it was before one of our migrations. */
async function migrateUntil(last: string) {
  const names = await listMigrations()
  const before = names.slice(0, names.indexOf(last))
  const own = new URL('../../migrations/', import.meta.url)
  const texts = before.map(async (name) => [name, await readFile(new URL(name, own), 'utf8')] as const)
  await migrate(sql, await folderWith(Object.fromEntries(await Promise.all(texts))))
}

it('triggers say which thing has changed without waiting for readers of their tables', async () => {
  const name = '0038_which_thing_changed.sql'
  await migrateUntil(name)
  const tables = ['users', 'videos', 'comments', 'tweets', 'tweet_images', 'playlists', 'playlist_entries']
  const findRowLevel = async () => {
    const rows = await sql<{ name: string }[]>`
      select tgrelid::regclass::text as name from pg_trigger
      where tgname like '%_changed_publicly' and (tgtype & 1) = 1`
    return rows.map((row) => row.name).sort()
  }
  expect(await findRowLevel()).toEqual([])
  await another().begin(async (tx) => {
    for (const table of tables) await tx`select from ${tx(table)}`
    expect(await migrate(sql, undefined, name)).toEqual([name])
  })
  expect(await findRowLevel()).toEqual(tables.sort())
})

it('old accounts get the keys of the new case folding', async () => {
  await migrateUntil('0010_known_devices.sql')
  await sql`
    insert into users (id, username, fullname, email, pending_email, created_at, updated_at)
    select gen_random_uuid(), name, 'Robin Reed', name || '@Example.org', 'unconfirmed@example.org', now(), now()
    from unnest(${['Robin.Reed', 'VİCTIM', 'ΣΑΣ']}::text[]) name`
  await migrate(sql)
  const rows = await sql<{ username: string; username_key: string; email: string; email_key: string }[]>`
    select username, username_key, email, email_key from users`
  expect(rows).toHaveLength(3)
  for (const row of rows)
    expect(row).toMatchObject({ username_key: foldCase(row.username), email_key: foldCase(row.email) })
})

it('old notifications keep their actor and, where it can be found, their subject', async () => {
  await migrateUntil('0018_notifications.sql')
  const [robin, wren] = await sql<{ id: string }[]>`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    select gen_random_uuid(), n, n, n, n, n, now(), now() from unnest(${['robin', 'wren']}::text[]) n returning id`
  const [userId = '', actorId = ''] = [robin?.id, wren?.id]
  const [video] = await sql<{ id: string }[]>`
    insert into videos (id, owner_id, title, folder, source_key, public_id, is_playable, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, 'Dawn', 'f', 's', 'p', true, now(), now()) returning id`
  const [comment] = await sql<{ id: string }[]>`
    insert into comments (id, video_id, owner_id, content, created_at, updated_at)
    values (gen_random_uuid(), ${video?.id ?? ''}, ${actorId}, 'Hello', now() - interval '5 ms', now()) returning id`
  await sql`
    insert into notifications (id, user_id, actor_id, message, created_at)
    select gen_random_uuid(), ${userId}, ${actorId}, m, now() from unnest(${[
      'subscribed to your channel',
      'commented on your video',
      'posted a new tweet',
    ]}::text[]) m`
  await migrate(sql)
  const rows = await sql`
    select n.kind, n.comment_id, n.read_at is not null as is_read, a.actor_id
    from notifications n join notification_actors a on a.notification_id = n.id order by n.kind`
  expect([...rows]).toEqual([
    { kind: 'comment', comment_id: comment?.id, is_read: true, actor_id: actorId },
    { kind: 'subscriber', comment_id: null, is_read: true, actor_id: actorId },
  ])
})

it('pending samples are moved from the secrets to their own table', async () => {
  await migrateUntil('0023_sample_tasks.sql')
  await sql`
    insert into secrets (name, value) select name, '' from unnest(${['signing', 'sample:video:hills']}::text[]) name`
  await migrate(sql)
  expect([...(await sql`select key from sample_tasks`)]).toEqual([{ key: 'video:hills' }])
  expect([...(await sql`select name from secrets`)]).toEqual([{ name: 'signing' }])
})
