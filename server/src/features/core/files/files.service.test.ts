import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { Storage } from '../../../media/storage/storage.ts'
import { storeFilesAndCommit } from './files.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('files that are being stored are not swept, even when the clock is set back as for samples', async () => {
  const { context } = app
  const folder = 'avatars/of-last-week'
  const waits: unknown[] = []
  const storage: Storage = Object.assign(Object.create(context.storage), {
    putBytes: async (...args: Parameters<Storage['putBytes']>) => {
      const jobs =
        await context.sql`select run_at > now() as waits from graphile_worker.jobs where key = ${folder}`
      waits.push(...jobs.map((job) => job.waits))
      await context.storage.putBytes(...args)
    },
  })
  app.clock.advance(-7 * 24 * 3600)
  const file = { name: 'a.webp', bytes: new Uint8Array([1]), contentType: 'image/webp' }
  await storeFilesAndCommit({ ...context, storage }, folder, [file], async () => {})
  expect(waits).toEqual([true])
  const left = await context.sql`select 1 from graphile_worker.jobs where key = ${folder}`
  expect(left).toHaveLength(0)
})
