import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { connect, type Sql } from '../../src/db/sql.ts'

/** The database of a program that is started in a copy of the cluster. */
export const templateDatabase = 'vireo'

/** A separate database for a test: cloned from the migrated template in a few milliseconds, or empty. */
export async function createTestDatabase(postgresUrl: string, template: string = templateDatabase) {
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = connect(postgresUrl, { max: 1 })
  await admin.unsafe(`create database ${name} template ${template}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  const drop = async () => {
    // Waits a few seconds for connections that are closing. One that stays open is a leak, and fails here.
    await admin.unsafe(`drop database if exists ${name}`)
    await admin.end({ timeout: 5 })
  }
  return { url: url.href, drop }
}

export interface Statement {
  text: string
  values: never[]
}

/** A separate database that records every statement, so that a test can inspect its plan afterwards. */
export async function createRecordedDatabase(postgresUrl: string) {
  const database = await createTestDatabase(postgresUrl)
  let statements: Statement[] = []
  const sql = postgres(database.url, {
    max: 1,
    onnotice: () => {},
    debug: (_connection, text, values) => statements.push({ text, values: values as never[] }),
  })
  return {
    sql,
    /** The statements since the last call. */
    takeStatements: () => {
      const taken = statements
      statements = []
      return taken
    },
    drop: async () => {
      await sql.end({ timeout: 5 })
      await database.drop()
    },
  }
}

/** Ends all connections to a database and refuses new ones, until the returned function is called. */
export async function blockConnections(url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1)
  const adminUrl = new URL(url)
  adminUrl.pathname = '/postgres'
  const admin = connect(adminUrl.href, { max: 1 })
  await admin.unsafe(`alter database ${name} allow_connections false`)
  await admin`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${name}`
  return async () => {
    await admin.unsafe(`alter database ${name} allow_connections true`)
    await admin.end({ timeout: 5 })
  }
}

/**
 * Returns a function that resolves when apps with this `sql` have handled the notifications of all transactions that
 * were committed before the call. It sends with `sender`, so that a test that counts the statements of `sql` does not
 * count these.
 */
export async function createPgNotificationWait(sql: Sql, sender: Sql): Promise<() => Promise<void>> {
  const channel = 'test_settled'
  const waiting: (() => void)[] = []
  // All channels share one connection, which delivers in the order of the commits.
  await sql.listen(channel, () => waiting.shift()?.())
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    await sender.notify(channel, '')
    await promise
  }
}
