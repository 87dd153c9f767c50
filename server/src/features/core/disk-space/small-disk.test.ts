import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@vireo/contract'
import { expect, it } from 'vitest'
import { findValue, scrape } from '../../../../test/app/metrics.ts'
import { prepareSite } from '../../../../test/content/site.ts'
import { createUpload, offsetOf, sendBytes } from '../../../../test/content/uploads.ts'
import { runOnSmallDisk } from '../../../../test/programs/program.ts'

const megabyte = 1024 * 1024

it('on a small disk, uploads may use the available space, and a full disk is reported while the rest of the site works', async () => {
  const { env, dataDir, signIn } = await prepareSite()
  const program = runOnSmallDisk(['api'], env, limits.reservedDiskBytes + 40 * megabyte)
  const client = await signIn(await program.origin())
  const isReady = async () => {
    const answer = await client.fetch('/readyz')
    return [answer.status, ((await answer.json()) as { disk: string }).disk]
  }
  expect(await isReady()).toEqual([200, 'ok'])

  const answers = await Promise.all([1, 2, 3, 4].map(() => createUpload(client, 15 * megabyte)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 507, 507])

  await writeFile(join(program.seenFrom(dataDir), 'something-else'), Buffer.alloc(41 * megabyte))
  expect(await isReady()).toEqual([200, 'failed'])
  expect(findValue(await scrape(client.origin), 'vireo_disk_accepts_files')).toBe(0)
  expect((await createUpload(client, 1)).status).toBe(507)
  // The reserve is for the database, even when an upload has claimed space.
  const opened = answers.find(({ status }) => status === 201)?.headers.get('location') ?? ''
  expect((await sendBytes(client, opened, 0, Buffer.alloc(megabyte))).status).toBe(507)
  expect(await offsetOf(client, opened)).toEqual({ status: 200, offset: 0 })
})
