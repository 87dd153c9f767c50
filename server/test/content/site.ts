import { api } from '@vireo/contract'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../../src/context/config.ts'
import { createContext } from '../../src/context/context.ts'
import { createSampleUser } from '../../src/features/people/accounts/accounts.samples.ts'
import { TestClient } from '../app/client.ts'
import { createTestDatabase } from '../database/database.ts'
import { testPassword, testPasswordHash } from '../password.ts'
import { makeDataDir } from '../programs/program.ts'

/** A database and a folder for the real program, and a person with an account. */
export async function prepareSite() {
  const database = await createTestDatabase(inject('postgresUrl'))
  const dataDir = await makeDataDir()
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  const context = await createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  onTestFinished(async () => {
    await context.close()
    await database.drop()
  })
  const username = 'robin'
  await createSampleUser(context, { username, fullname: 'Robin', passwordHash: testPasswordHash })

  async function signIn(origin: string): Promise<TestClient> {
    const client = new TestClient(origin)
    await client.call(api.signIn.login, { body: { username, password: testPassword } })
    return client
  }
  return { env, dataDir, sql: context.sql, signIn }
}
