import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { excludedTables } from '../../../server/src/backup/database/database.queries.ts'
import { startEmbeddedPostgres } from '../../../server/src/db/embedded/embedded.ts'
import { connect, type Sql } from '../../../server/src/db/sql.ts'
import { hashStream } from '../../../server/src/lib/files/hash-file.ts'
import { createStorage } from '../../../server/src/media/storage/create-storage.ts'
import { isFinished } from '../../../server/test/content/videos.ts'
import type { Drill, DrillContext, Sabotage } from '../drill.ts'
import { Ledger } from '../tools/ledger.ts'
import { expectOk, Person, untilWorking } from '../tools/people.ts'
import { type Community, keepCommenting, makeCommunity, publish, tweet, untilVideo } from '../tools/posts.ts'
import { embeddedDatabase, runScript, startProgram, untilReady } from '../tools/program.ts'
import { timed } from '../tools/waiting.ts'

const changesAFile: Sabotage = {
  what: 'one bit of a restored file is changed',
  failsWith: /lost: 1 file$|not as it was stored/,
  prepare: async ({ folder }) => {
    const media = join(folder, 'data/media/tweets')
    const [name = ''] = (await readdir(media, { recursive: true })).filter((path) => path.endsWith('.webp'))
    const bytes = await readFile(join(media, name))
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
    await writeFile(join(media, name), bytes)
  },
}

const changesARow: Sabotage = {
  what: 'one column of a restored row is changed',
  failsWith: /lost: .*1 row$/,
  prepare: (context) =>
    withRestoredDatabase(context, async (sql) => {
      await sql`update comments set content = 'Something else' where content = 'First'`
    }),
}

/** `seconds` is the time from the loss of everything until the site works again. */
export const backupAndRestore: Drill = {
  name: 'everything lost, restored from a backup made under load',
  sabotages: [changesAFile, changesARow],
  run: async (context) => {
    const program = await startProgram(context)
    await untilReady(program)
    const newPerson = () => new Person(context, program.origin)
    const community = await makeCommunity(context, newPerson)
    await untilVideo(community.author, community.video._id, isFinished)
    await makePrivate(await publish(context.ledger, community.author), community.author)
    await publish(context.ledger, community.author) // Still being processed when the backup begins.
    const { url } = await embeddedDatabase(join(context.folder, 'data'))
    const before = await readSite(context, url)

    const load = startLoad(community)
    const target = join(context.folder, 'backup')
    await runScript(context, 'backup', [target])
    await load.stop()
    const after = await readSite(context, url)
    await program.kill('SIGTERM')
    await rm(join(context.folder, 'data'), { recursive: true })

    const restoring = await timed(() => runScript(context, 'restore', [target]))
    await context.sabotage?.prepare?.(context)
    noteContents(context.ledger, before, after, await readStopped(context))
    const starting = await timed(async () => {
      program.start()
      await untilWorking(program, community.viewer, newPerson())
    })
    await runScript(context, 'verify', ['--content'])
    return { seconds: restoring.seconds + starting.seconds }
  },
}

/** Makes the video's files move to another folder while the backup runs. */
async function makePrivate({ _id: id }: { _id: string }, { client }: Person): Promise<void> {
  const form = new FormData()
  form.append('visibility', 'private')
  expectOk(await client.call(api.videos.update, { params: { id }, form }))
}

/** Activity during the backup. It may be in the backup or not, so it is not counted. */
function startLoad(community: Community): { stop(): Promise<void> } {
  const uncounted = new Ledger()
  const commenting = keepCommenting(uncounted, community)
  const posting = Promise.all([publish(uncounted, community.author), tweet(uncounted, community.author)])
  return {
    stop: async () => {
      await commenting.stop()
      await posting
    },
  }
}

interface SiteContents {
  /** Every row of each table, as text. */
  rows: Map<string, Set<string>>
  files: Map<string, string>
}

async function readSite(context: DrillContext, databaseUrl: string): Promise<SiteContents> {
  const sql = connect(databaseUrl, { max: 1 })
  try {
    return { rows: await readRows(sql), files: await readFiles(context) }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Reads the site before its jobs run again, which move and remove files. */
function readStopped(context: DrillContext): Promise<SiteContents> {
  return withRestoredDatabase(context, async (sql) => ({
    rows: await readRows(sql),
    files: await readFiles(context),
  }))
}

async function withRestoredDatabase<T>({ folder }: DrillContext, work: (sql: Sql) => Promise<T>): Promise<T> {
  const log = { info: () => {}, warn: () => {} }
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log })
  const sql = connect(database.url, { max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
    await database.stop()
  }
}

async function readRows(sql: Sql): Promise<SiteContents['rows']> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const rows: SiteContents['rows'] = new Map()
  for (const { name } of tables) {
    if (excludedTables.includes(name)) continue
    const found = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`
    rows.set(name, new Set(found.map(({ row }) => row)))
  }
  return rows
}

async function readFiles({ folder }: DrillContext): Promise<Map<string, string>> {
  const storage = await createStorage({ dir: join(folder, 'data', 'media') })
  const files = new Map<string, string>()
  for (const key of await storage.list('')) {
    const stream = await storage.read(key).catch(() => undefined) // Removed since it was listed.
    if (stream) files.set(key, (await hashStream(stream)).sha256)
  }
  return files
}

/** Notes every row and file that existed both before the backup began and after it had ended. */
function noteContents(
  ledger: Ledger,
  before: SiteContents,
  after: SiteContents,
  restored: SiteContents,
): void {
  for (const [table, rows] of before.rows)
    for (const row of rows)
      if (after.rows.get(table)?.has(row))
        ledger.note('row', async () => restored.rows.get(table)?.has(row) ?? false)
  for (const [key, sha256] of before.files)
    if (after.files.get(key) === sha256) ledger.note('file', async () => restored.files.get(key) === sha256)
}
