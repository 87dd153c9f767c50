import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { connect } from '../src/db/sql.ts'
import { migrateJobs } from '../src/jobs/run-worker.ts'
import { templateDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that every test file clones. */
export async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vireo-test-'))
  const log = { info: () => {}, warn: () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir, log, fast: true })
  const admin = connect(postgres.url, { max: 1 })
  await admin.unsafe(`create database ${templateDatabase}`)
  await admin.end()
  const url = new URL(postgres.url)
  url.pathname = `/${templateDatabase}`
  const sql = connect(url.href, { max: 2 })
  await migrate(sql)
  await sql.end()
  await migrateJobs(url.href)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
