import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test/app/app.ts'
import { postTweet } from '../../test/content/tweets.ts'
import { uploadForm } from '../../test/content/videos.ts'
import { patiently } from '../../test/patience.ts'
import { listMigrations, migrate } from '../db/migrate.ts'
import { connect } from '../db/sql.ts'
import { migrateJobs } from '../jobs/run-worker.ts'
import type { Storage } from '../media/storage/storage.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'
import type { Site } from './site.ts'
import { contentKey, getFileList, listBackups, openTarget, readManifest } from './target.ts'
import { makeEmptySite, makeFolder, readFiles, readRows, runScript, withMethods } from './test-kit.ts'
import { verify } from './verify.ts'

let app: TestApp
let site: Site
let env: Record<string, string>
let author: Awaited<ReturnType<TestApp['signedIn']>>
beforeAll(async () => {
  // Without a worker nothing changes in the background, and the job that processes the video stays queued.
  app = await createTestApp()
  const { sql, databaseUrl, storage, config } = app.context
  site = { sql, databaseUrl, storage, scratchDir: config.scratchDir }
  env = { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir }
  author = await app.signedIn()
  await postTweet(author, 'A tab\t, a line\nbreak, a back\\slash, \\N, "quotes" and ünïcode')
  await author.call(api.videos.upload, { form: await uploadForm('landscape') })
})
afterAll(() => app.close())

const like = (tweetId: string) =>
  author.call(api.likes.toggleTweet, { params: { tweetId }, body: { isLiked: true } })

it('a backup that is made while people write contains everything written before, and the scripts restore it', async () => {
  const target = await makeFolder()
  const before = await postTweet(author, 'Before')
  await like(before._id)
  const running = runScript('backup', [target], env)
  const ended = running.ended.then(() => 'ended')
  for (let i = 1; i <= 4 && (await Promise.race([ended, postTweet(author, `Number ${i}`)])) !== 'ended'; i++);
  expect(await running.ended).toMatchObject({ code: 0, output: expect.stringContaining('is complete') })

  const empty = await makeEmptySite({ hasTables: false })
  const restored = await runScript('restore', [target], empty.env).ended
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('is restored') })
  const verified = await runScript('verify', ['--backup', target, '--grace-hours', '0'], empty.env).ended
  expect(verified.code, verified.output).toBe(0)
  const again = restore(empty, await openTarget(target))
  await expect(again).rejects.toThrow('This database is not empty: it has accounts')
  const found = await empty.sql`select content, likes_count from tweets where id = ${before._id}`
  expect([...found]).toEqual([{ content: 'Before', likes_count: 1 }])

  // Only the user who makes the backup may read it.
  for (const folder of ['backups', 'files'])
    expect((await stat(join(target, folder))).mode & 0o077, folder).toBe(0)
  const [id = ''] = await readdir(join(target, 'backups'))
  for (const name of await readdir(join(target, 'backups', id)))
    expect((await stat(join(target, 'backups', id, name))).mode & 0o077, name).toBe(0)
})

it('every row, job and file is the same after a restore, and a second backup copies only new files', async () => {
  const target = await openTarget(await makeFolder())
  const first = await backUp(site, target)
  expect(first.sent.files).toBeGreaterThan(0)
  const { _id } = await postTweet(author, 'New since')
  await like(_id)
  await site.sql`select graphile_worker.add_job('later', '{"a": [1]}', 'queue', now() + interval '1 day', 7, 'key', 3)`
  await site.sql`insert into search_dictionary select md5(i::text) from generate_series(1, 5000) i`
  const { manifest, sent } = await backUp(site, target)
  expect(manifest.missing).toEqual([])
  // The three sizes of a small picture are the same file.
  expect(sent.files).toBe(1)
  expect(manifest.files.count).toBe(first.manifest.files.count + 3)
  const [rows, files] = [await readRows(site.sql), await readFiles(site.storage)]
  expect(rows.jobs).toContainEqual(expect.stringContaining('videos:make-playable'))

  const empty = await makeEmptySite()
  expect((await restore(empty, target)).damaged).toEqual([])
  expect(await readRows(empty.sql)).toEqual(rows)
  expect(await readFiles(empty.storage)).toEqual(files)
  await site.sql`delete from search_dictionary`
  // Triggers and foreign keys work as before.
  const { sql } = empty
  await sql`delete from tweet_likes where tweet_id = ${_id}`
  expect([...(await sql`select likes_count from tweets where id = ${_id}`)]).toEqual([{ likes_count: 0 }])
  const stranger = sql`insert into tweet_likes values (gen_random_uuid(), ${_id}, now())`
  await expect(stranger).rejects.toThrow('foreign key')
})

it('a file that the site moves during the backup is in it under its new name', async () => {
  const target = await openTarget(await makeFolder())
  const { sql, storage } = site
  const [tweet] = await sql<{ id: string; folder: string }[]>`select id, folder from tweets limit 1`
  const [from = '', to] = [tweet?.folder, 'tweets/moved']
  let moves = 0
  // Moved after the rows were read, when the files of the store are listed for the second time.
  const moving: Storage = Object.assign(Object.create(storage), {
    list: async (prefix: string) => {
      if (++moves === 2) {
        for (const key of await storage.list(from)) await storage.copy(key, to + key.slice(from.length))
        await sql`update tweets set folder = ${to} where id = ${tweet?.id ?? ''}`
      }
      const keys = await storage.list(prefix)
      return moves === 1 ? keys.filter((key) => !key.startsWith(from)) : keys
    },
    stat: async (key: string) => (key.startsWith(from) ? undefined : storage.stat(key)),
  })
  const { manifest } = await backUp({ ...site, storage: moving }, target)
  expect(manifest.missing).toEqual([])
  const entries = await getFileList(target, manifest, await makeFolder())
  expect(entries.filter(({ key }) => key.startsWith(to))).toHaveLength(3)
  await storage.removeFolder(from)
})

it('files with the same content are in the backup although the one that is being sent is moved meanwhile', async () => {
  const target = await openTarget(await makeFolder())
  const { storage } = site
  for (const name of ['one', 'two'])
    await storage.putBytes(`elsewhere/${name}.txt`, Buffer.from('the same bytes'), 'text/plain')
  let isMoved = false
  const moving = withMethods(target, {
    putFile: async (key: string, path: string, type: string) => {
      if (!isMoved && path.endsWith('.txt')) {
        isMoved = true
        const from = `elsewhere/${path.split('/').at(-1)}`
        await storage.copy(from, 'elsewhere/moved.txt')
        await storage.remove(from)
      }
      await target.putFile(key, path, type)
    },
  })
  const { manifest } = await backUp(site, moving)
  expect(isMoved).toBe(true)
  const entries = await getFileList(target, manifest, await makeFolder())
  expect(entries.filter(({ key }) => key.startsWith('elsewhere/'))).toHaveLength(2)
  for (const { key, sha256 } of entries) expect(await target.stat(contentKey(sha256)), key).toBeDefined()
  expect((await restore(await makeEmptySite(), target)).damaged).toEqual([])
  await storage.removeFolder('elsewhere')
})

it('a backup sends again what the target has lost, and fails if it keeps nothing or its folder is gone', async () => {
  const folder = await makeFolder()
  const target = await openTarget(folder)
  const { manifest } = await backUp(site, target)
  const entries = await getFileList(target, manifest, await makeFolder())
  const [cut, changed] = new Set(entries.map(({ sha256 }) => sha256))
  const content = join(folder, contentKey(cut ?? ''))
  await writeFile(content, (await readFile(content)).subarray(1))
  await target.noteChecksum(contentKey(changed ?? ''), cut ?? '')
  expect((await backUp(site, target)).sent.files).toBe(2)
  expect((await restore(await makeEmptySite(), target)).damaged).toEqual([])

  const forgetful = withMethods(target, {
    stat: async (key: string) => (key === contentKey(cut ?? '') ? undefined : target.stat(key)),
  })
  await expect(backUp(site, forgetful)).rejects.toThrow('The target does not keep the bytes of')
  const unplugged = withMethods(await openTarget(await makeFolder()), {
    putFile: () => Promise.reject(Object.assign(new Error('ENOENT: no such folder'), { code: 'ENOENT' })),
  })
  await expect(backUp(site, unplugged)).rejects.toThrow('no such folder')
})

it('an interrupted backup is refused, and the next one is complete', async () => {
  const folder = await makeFolder()
  const target = await openTarget(folder)
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = site.sql.begin(async (tx) => {
    await tx`lock table tweets in access exclusive mode`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const running = runScript('backup', [folder], env)
  await expect.poll(() => target.list('files'), patiently).not.toEqual([])
  running.kill()
  await running.ended
  release.resolve()
  await holding
  const empty = await makeEmptySite()
  await expect(restore(empty, target)).rejects.toThrow('The backup target contains no complete backup')
  const [{ id = '' } = {}] = await listBackups(target)
  await expect(restore(empty, target, id)).rejects.toThrow('is incomplete')
  await backUp(site, target)
  expect((await listBackups(target)).map(({ isComplete }) => isComplete)).toEqual([false, true])
  expect((await restore(empty, target)).damaged).toEqual([])
  const within = await openTarget(join(app.config.dataDir, 'media', 'within'))
  await expect(backUp(site, within)).rejects.toThrow('cannot be stored in the storage that it backs up')
})

it('old backups are removed with the files that only they need', async () => {
  const target = await openTarget(await makeFolder())
  await site.storage.putBytes('elsewhere/old.txt', Buffer.from('old'), 'text/plain')
  await backUp(site, target)
  await site.storage.remove('elsewhere/old.txt')
  await backUp(site, target)
  const before = await target.list('files')
  const { manifest } = await backUp(site, target, { keep: 2 })
  expect(await listBackups(target)).toHaveLength(2)
  expect(before.length - (await target.list('files')).length).toBe(1)
  const empty = await makeEmptySite()
  expect(await restore(empty, target)).toEqual({ manifest, damaged: [] })
  const both = await Promise.allSettled([backUp(site, target), backUp(site, target)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('a restore refuses a database in use, other files and a newer backup, and says which files are damaged', async () => {
  const folder = await makeFolder()
  const target = await openTarget(folder)
  const { manifest } = await backUp(site, target)
  const sql = connect(site.databaseUrl, { max: 1, applicationName: 'vireo-restore' })
  await expect(restore({ ...site, sql }, target)).rejects.toThrow('Vireo is using this database')
  await sql.end()

  const empty = await makeEmptySite()
  await empty.storage.putBytes('avatars/other/64.webp', Buffer.from('x'), 'image/webp')
  await expect(restore(empty, target)).rejects.toThrow('The store is not empty: it has 1 files')
  await empty.storage.removeFolder('avatars/other')

  const entries = await getFileList(target, manifest, await makeFolder())
  const source = entries.find(({ key }) => key.startsWith('sources/'))
  const content = join(folder, contentKey(source?.sha256 ?? ''))
  const bytes = await readFile(content)
  await writeFile(content, Buffer.concat([bytes.subarray(1), Buffer.from('x')]))
  expect((await restore(empty, target)).damaged).toEqual([source?.key])
  expect((await empty.storage.list('')).length).toBe(entries.length - 1)

  const path = join(folder, 'backups', manifest.id, 'backup.json')
  const { database } = manifest
  const newer = {
    ...manifest,
    database: { ...database, migrations: [...database.migrations, '9999_new.sql'] },
  }
  await writeFile(path, JSON.stringify(newer))
  await expect(restore(await makeEmptySite(), target)).rejects.toThrow('made by a newer version of Vireo')
  await writeFile(path, JSON.stringify(manifest))
  await writeFile(join(folder, 'backups', manifest.id, 'table-users.copy.gz'), 'damaged')
  await expect(restore(await makeEmptySite(), target)).rejects.toThrow('table-users.copy.gz has changed')
})

it('a backup of an earlier version is restored and then migrated', async () => {
  const names = await listMigrations()
  const old = await makeEmptySite({ hasTables: false })
  await expect(backUp(old, await openTarget(await makeFolder()))).rejects.toThrow(
    'The database contains no site',
  )
  await migrate(old.sql, undefined, names.at(-2))
  await migrateJobs(old.databaseUrl)
  await old.sql`insert into secrets (name, value) values ('old', 'kept')`
  const target = await openTarget(await makeFolder())
  const { manifest } = await backUp(old, target)
  expect(manifest.database.migrations).toEqual(names.slice(0, -1))
  await expect(restore(await makeEmptySite(), target)).rejects.toThrow('Use one without tables')
  const empty = await makeEmptySite({ hasTables: false })
  await restore(empty, target)
  expect((await empty.sql`select name from migrations`).length).toBe(names.length)
  expect((await empty.sql`select 1 from secrets where name = 'old'`).length).toBe(1)
})

it('verify finds missing, damaged and orphaned files, and removes orphans only when asked', async () => {
  const target = await openTarget(await makeFolder())
  await backUp(site, target)
  const copy = await makeEmptySite()
  await restore(copy, target)
  const { storage } = copy
  const options = { target, graceMs: 0 }
  expect(await verify(copy, options)).toMatchObject({
    missing: [],
    damaged: [],
    orphaned: [],
    notInBackup: [],
  })

  const [missing = '', damaged = ''] = await storage.list('tweets')
  await storage.remove(missing)
  await storage.putBytes(damaged, Buffer.from('something else'), 'image/webp')
  await storage.putBytes('videos/nobody/extras/preview.mp4', Buffer.from('x'), 'video/mp4')
  // A file of another program.
  await storage.putBytes('elsewhere/file.txt', Buffer.from('x'), 'text/plain')
  const { id } = await readManifest(target)
  const findings = {
    missing: [missing],
    damaged: [`${damaged}: not as in the backup ${id}`],
    orphaned: ['videos/nobody/extras/preview.mp4'],
  }
  expect(await verify(copy, options)).toMatchObject(findings)
  expect((await verify(copy, { ...options, graceMs: 60_000 })).orphaned).toEqual([])
  const plain = await runScript('verify', ['--grace-hours', '0', '--remove-orphans'], copy.env).ended
  expect(plain.code).toBe(1)
  expect(plain.output).toContain(`1 missing, though the database refers to them\n  ${missing}`)
  expect((await verify(copy, options)).orphaned).toEqual([])
})

it('verify reads the content of every file when asked, and finds a single changed bit', async () => {
  const target = await openTarget(await makeFolder())
  await backUp(site, target)
  const copy = await makeEmptySite()
  await restore(copy, target)
  const { storage } = copy
  const options = { graceMs: 0, readsContent: true }
  expect(await verify(copy, options)).toMatchObject({ damaged: [], withoutChecksum: 0 })

  // One that was stored before checksums were noted gets its checksum now.
  const [changed = '', old = ''] = await storage.list('tweets')
  await rm(join(copy.env.DATA_DIR ?? '', 'media/.checksums', old))
  expect(await verify(copy, options)).toMatchObject({ damaged: [], withoutChecksum: 1 })
  for (const key of [changed, old]) {
    const path = storage.localPath(key) ?? ''
    const bytes = await readFile(path)
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    await writeFile(path, bytes)
  }
  expect((await verify(copy, { graceMs: 0 })).damaged).toEqual([])
  const damaged = [changed, old].map((key) => `${key}: not as it was stored`)
  expect((await verify(copy, options)).damaged).toEqual(damaged)
  const run = await runScript('verify', ['--content', '--grace-hours', '0'], copy.env).ended
  expect(run.code).toBe(1)
  expect(run.output).toContain(`2 damaged\n  ${damaged[0]}`)
})
