import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, limits } from '@vireo/contract'
import { expect, inject, it, onTestFinished } from 'vitest'
import { testPassword } from '../../../test/app.ts'
import { TestClient } from '../../../test/client.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { makeDataDir, runOnSmallDisk } from '../../../test/program.ts'
import { createUpload, offsetOf, sendBytes } from '../../../test/uploads.ts'
import { readConfig } from '../../config.ts'
import { createContext } from '../../context.ts'
import { createSampleUser } from '../accounts/accounts.samples.ts'

const MB = 1024 * 1024

it('on a disk that is really small, uploads get the room there is, and a full one is not ready', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  onTestFinished(database.drop)
  const context = await createContext(
    readConfig({ DATABASE_URL: database.url, DATA_DIR: await makeDataDir(), LOG_LEVEL: 'silent' }),
  )
  const sample = { username: 'robin', fullname: 'Robin', bio: '', location: '', password: testPassword }
  await createSampleUser(context, sample)
  await context.close()

  const dataDir = await makeDataDir()
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  const program = runOnSmallDisk(['api'], env, limits.reservedDiskBytes + 40 * MB)
  const client = new TestClient(await program.origin())
  await client.call(api.user.login, { body: { username: 'robin', password: testPassword } })
  const isReady = async () => {
    const answer = await client.fetch('/readyz')
    return [answer.status, ((await answer.json()) as { disk: string }).disk]
  }
  expect(await isReady()).toEqual([200, 'ok'])

  const answers = await Promise.all([1, 2, 3, 4].map(() => createUpload(client, 15 * MB)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 507, 507])

  await writeFile(join(program.seenFrom(dataDir), 'something-else'), Buffer.alloc(41 * MB))
  expect(await isReady()).toEqual([503, 'failed'])
  expect((await createUpload(client, 1)).status).toBe(507)
  // What is left belongs to the database, whatever was promised before.
  const opened = answers.find(({ status }) => status === 201)?.headers.get('location') ?? ''
  expect((await sendBytes(client, opened, 0, Buffer.alloc(MB))).status).toBe(507)
  expect(await offsetOf(client, opened)).toEqual({ status: 200, offset: 0 })
})
