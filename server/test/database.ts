import { randomBytes } from 'node:crypto'
import { connect } from '../src/db/sql.ts'

export const templateDatabase = 'vireo_template'

/** A database of the test's own, cloned from the migrated template in a few milliseconds. */
export async function createTestDatabase(postgresUrl: string) {
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = connect(postgresUrl, { max: 1 })
  await admin.unsafe(`create database ${name} template ${templateDatabase}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  const drop = async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
  return { url: url.href, drop }
}
