import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { listMigrations } from './migrate.ts'

// While a new version migrates the database, processes of the previous version keep serving, so that an update needs no
// pause. These rules keep a migration from breaking or delaying them. docs/contributing.md explains the rules.

/** Earlier migrations were written before any site had to be updated. */
const firstHeld = '0032'

/** The line before a statement that breaks a rule for a reason: `-- rolling: the table is small and only read`. */
const exception = /^-- rolling: \S/

interface Statement {
  text: string
  isExcepted: boolean
}

/** Without comments, and with the bodies of functions left out: they run later. */
function listStatements(migration: string): Statement[] {
  return migration
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((part) => {
      const lines = part.trim().split('\n')
      const isExcepted = lines.some((line) => exception.test(line.trim()))
      const text = lines.map((line) => line.replace(/--.*/, '')).join(' ')
      return { text: text.replaceAll(/\s+/g, ' ').trim().toLowerCase(), isExcepted }
    })
    .filter(({ text }) => text !== '')
}

const tableOf = (text: string) =>
  /^(?:alter table|update|delete from|truncate|lock table) (?:if exists |only )*(?:public\.)?(\w+)/.exec(
    text,
  )?.[1] ?? /^create (?:unique )?index .*? on (?:only )?(?:public\.)?(\w+)/.exec(text)?.[1]

/** The actions of an `alter table`. Commas within brackets do not separate actions. */
function listActions(text: string): string[] {
  const actions = text.replace(/^alter table (?:if exists |only )*\S+ /, '')
  let depth = 0
  const parts = ['']
  for (const character of actions) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

function judgeAction(action: string): string | undefined {
  if (/^drop (?!constraint|default|expression)/.test(action) || /^rename/.test(action))
    return 'the earlier version still uses what this drops or renames'
  if (/^alter (?:column )?\w+ (?:set data )?type/.test(action)) return 'this rewrites the table under a lock'
  if (/^alter (?:column )?\w+ set not null/.test(action)) return 'the earlier version may write nulls'
  if (/^add (?:constraint|check|unique|primary key|foreign key|exclude)/.test(action))
    return 'the earlier version may write what this refuses, and the check of all rows locks the table'
  if (!/^add (?:column )?/.test(action) || /^add constraint/.test(action)) return undefined
  if (/ not null/.test(action) && !/ default | generated /.test(action))
    return 'the earlier version does not fill this column: it needs a default'
  if (/ generated .*stored| default (?:gen_random_uuid|random|clock_timestamp|uuidv)/.test(action))
    return 'this rewrites the table under a lock'
  if (/ (?:check|references|unique|primary key)\b/.test(action))
    return 'the earlier version may write what this refuses, and the check of all rows locks the table'
  return undefined
}

function judge(text: string, isNew: (table: string) => boolean): string | undefined {
  const table = tableOf(text)
  if (table && isNew(table)) return undefined
  if (/^drop trigger/.test(text))
    return 'the earlier version relies on this trigger, and reads of its table wait behind this: use `create or replace`'
  if (/^drop (?!index)/.test(text) || /^alter \w+ .* rename/.test(text))
    return 'the earlier version still uses what this drops or renames'
  if (/^create unique index/.test(text)) return 'the earlier version may write what this refuses'
  if (/^(?:create|drop) index (?!concurrently)/.test(text))
    return 'this locks the table: build or drop it concurrently, in a migration without a transaction'
  if (/^(?:update|delete|truncate|lock|cluster|reindex|vacuum)\b/.test(text))
    return 'this holds locks on rows that the earlier version changes: do it in batches, in a job'
  if (/^alter table/.test(text)) return listActions(text).map(judgeAction).find(Boolean)
  return undefined
}

/** The problems of a migration, statement by statement. */
function findProblems(migration: string): string[] {
  const statements = listStatements(migration)
  const created = new Set(
    statements.map(({ text }) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(text)?.[1]),
  )
  return statements.flatMap(({ text, isExcepted }) => {
    const problem = isExcepted ? undefined : judge(text, (table) => created.has(table))
    return problem ? `${text}: ${problem}` : []
  })
}

it.each([
  'alter table videos drop column views',
  'alter table videos rename column views to plays',
  'alter table videos rename to films',
  'drop table comments',
  'drop function count_video_likes()',
  'drop trigger video_likes_count on video_likes',
  'drop trigger videos_changed on videos; create trigger videos_changed after update on videos execute function f()',
  'alter table videos add column size bigint not null',
  'alter table videos add column key uuid not null default gen_random_uuid()',
  'alter table videos add column is_long boolean generated always as (duration > 60) stored',
  'alter table videos add column album_id uuid references albums',
  'alter table videos add column note text, add constraint short check (length(title) < 10)',
  'alter table videos alter column title set not null',
  'alter table videos alter views type integer',
  'create index videos_size on videos (size)',
  'create unique index on videos using btree (size)',
  'update videos set size = 0',
  'truncate rate_limits',
])('%s: breaks the version that is still serving, unless the migration gives a reason', (statement) => {
  expect(findProblems(`create table other (id int);\n${statement};`)).toHaveLength(1)
  expect(findProblems(`-- rolling: nobody uses it\n${statement};`)).toEqual([])
})

it('new tables, columns with a default and replaced triggers break nothing', () => {
  const migration = `
    create table albums (id uuid primary key, title text not null);
    create unique index albums_title on albums (title);
    insert into albums values (gen_random_uuid(), 'all; of them');
    alter table videos add column album text, add column size numeric(10, 2) not null default 0;
    create or replace function album_of(v videos) returns text language sql as $$ drop table videos; $$;
    create or replace trigger videos_search_changed after update on videos for each row execute function search_index_video();`
  expect(findProblems(migration)).toEqual([])
  const indexes =
    '-- without a transaction\ncreate index concurrently if not exists videos_size on videos (size);'
  expect(findProblems(indexes)).toEqual([])
})

it('no migration breaks the version before it, which serves while the database is migrated', async () => {
  const folder = new URL('../../migrations/', import.meta.url)
  const held = (await listMigrations()).filter((name) => name >= firstHeld)
  for (const name of held)
    expect(findProblems(await readFile(new URL(name, folder), 'utf8')), name).toEqual([])
})
