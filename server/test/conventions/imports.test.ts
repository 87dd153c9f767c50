import { basename, dirname } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { findCircles, type Import, listFiles, listImports, listSources, read } from './sources.ts'

describe('imports', () => {
  const inside = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
  const say = (imports: Import[]) => imports.map(({ from, to }) => `${from} imports ${to}`)
  const server = listImports('server/src')
  const web = listImports('web/src')

  it('are found by these tests', () => {
    expect(server.length).toBeGreaterThan(300)
    expect(web.length).toBeGreaterThan(100)
    expect(server).toContainEqual({ from: 'server/src/main.ts', to: 'server/src/context/config.ts' })
  })

  it('the contract imports typebox and nothing else', () => {
    const imports = listImports('contract/src')
    expect(imports.length).toBeGreaterThan(10)
    const others = imports.filter(({ to }) => !inside('contract/src')(to) && !/^typebox(\/|$)/.test(to))
    expect(say(others)).toEqual([])
  })

  const lowerLayers = ['lib', 'media', 'db', 'jobs', 'http', 'delivery', 'metrics', 'context']

  it.each(lowerLayers)('server/%s does not import any feature', (folder) => {
    const wrong = server.filter(
      ({ from, to }) =>
        inside(`server/src/${folder}`)(from) &&
        (inside('server/src/features')(to) || /^server\/src\/(program\/|main\.ts)/.test(to)),
    )
    expect(say(wrong)).toEqual([])
  })

  it('server/backup is imported by the program and by scripts only', () => {
    const wrong = server.filter(
      ({ from, to }) =>
        inside('server/src/backup')(to) && !/^server\/src\/(backup\/|program\/|main\.ts)/.test(from),
    )
    expect(say(wrong)).toEqual([])
  })

  it('every file of the server is in one of the layers', () => {
    const layers = [...lowerLayers, 'features', 'backup', 'program', 'main.ts']
    const others = listSources('server/src').filter((path) => !layers.includes(path.split('/')[2] ?? ''))
    expect(others).toEqual([])
  })

  it('server/http names no call of the API', () => {
    const naming = listSources('server/src/http').filter((path) => /\bapi\.\w+\.\w+/.test(read(path)))
    expect(naming).toEqual([])
  })

  it('http, db, jobs, media and delivery use only their own tables, and no constraint of a feature', () => {
    const own = ['browser_flows', 'migrations', 'rate_limits', 'secrets', 'sessions', 'users']
    const migrations = listFiles('server/migrations', /\.sql$/)
      .map(read)
      .join('\n')
    const tables = [...migrations.matchAll(/\bcreate (?:unlogged )?table (\w+)/g)].map(
      ([, name = '']) => name,
    )
    expect(tables).toEqual(expect.arrayContaining(['videos', 'users']))
    const others = tables.filter((table) => !own.includes(table))
    const facts = new RegExp(`\\b(from|into|update|join) (${others.join('|')})\\b|\\w+_(fkey|pkey)\\b`)
    const layers = ['http', 'db', 'jobs', 'media', 'delivery'].flatMap((layer) =>
      listSources(`server/src/${layer}`),
    )
    expect(layers.length).toBeGreaterThan(60)
    const wrong = layers.filter((path) => facts.test(read(path)))
    expect(wrong).toEqual([])
  })

  // Imports of types count too: two files that need each other's types are hard to read apart.
  it.each(['contract', 'server', 'web'])('files of %s do not import each other in a circle', (folder) => {
    const edges = listImports(`${folder}/src`).map(({ from, to }) => [from, to] as const)
    expect(findCircles(edges)).toEqual([])
  })

  it('server/lib imports no other part of the server', () => {
    const wrong = server.filter(
      ({ from, to }) =>
        inside('server/src/lib')(from) && inside('server')(to) && !inside('server/src/lib')(to),
    )
    expect(say(wrong)).toEqual([])
  })

  it('server/media imports neither HTTP nor the database', () => {
    const wrong = server.filter(
      ({ from, to }) =>
        inside('server/src/media')(from) && /^(server\/src\/(http|db)\/|fastify|postgres$)/.test(to),
    )
    expect(say(wrong)).toEqual([])
  })

  it('the server does not import the web, nor the web the server', () => {
    expect(say(server.filter(({ to }) => inside('web')(to)))).toEqual([])
    expect(say(web.filter(({ to }) => inside('server')(to) || inside('contract')(to)))).toEqual([])
  })

  /** Each folder of the web may import itself and these: app → routes → features → navigation → ui → lib. */
  const webImports: Record<string, string[]> = {
    app: ['routes', 'features', 'navigation', 'ui', 'lib'],
    routes: ['features', 'navigation', 'ui', 'lib'],
    features: ['navigation', 'ui', 'lib'],
    navigation: ['ui', 'lib'],
    ui: ['lib'],
    lib: [],
  }
  const webFolderOf = (path: string) => /^web\/src\/([^/]+)\//.exec(path)?.[1] ?? ''

  it.each(Object.keys(webImports))('web/%s imports only the layers below it', (folder) => {
    const own = web.filter(({ from }) => webFolderOf(from) === folder)
    expect(own.length).toBeGreaterThan(0)
    const allowed = [folder, ...(webImports[folder] ?? [])]
    const wrong = own.filter(({ to }) => inside('web')(to) && !allowed.includes(webFolderOf(to)))
    expect(say(wrong)).toEqual([])
  })

  it('every file of the web is in one of the layers', () => {
    const others = listSources('web/src').filter((path) => !(webFolderOf(path) in webImports))
    expect(others).toEqual([])
  })

  it('a page of the web does not import another page', () => {
    expect(
      say(web.filter(({ from, to }) => inside('web/src/routes')(from) && inside('web/src/routes')(to))),
    ).toEqual([])
  })

  it('web/ui imports neither the API nor the router', () => {
    const wrong = web.filter(
      ({ from, to }) =>
        inside('web/src/ui')(from) && /^(react-router|@tanstack\/|@vireo\/)|api-client/.test(to),
    )
    expect(say(wrong)).toEqual([])
  })

  it('no file re-exports another, except the index of the contract and the routes of the web', () => {
    const wrong = ['contract/src', 'server/src', 'web/src']
      .flatMap((folder) => listSources(folder))
      .filter((path) => !/^contract\/src\/(index|api)\.ts$|^web\/src\/routes\//.test(path))
      .filter((path) => /^export (type )?(\*|\{[^}]*\}) (as \w+ )?from '\./m.test(read(path)))
    expect(wrong).toEqual([])
  })
})

it('no folder has more than 12 files and folders, besides tests and lists of documents', () => {
  const children = new Map<string, Set<string>>()
  const isCounted = (path: string) =>
    !/(\.test\.tsx?|\.spec\.ts|\.fixture\.ts|test-kit\.ts)$/.test(path) &&
    !/^(docs\/(decisions|conformance)|server\/migrations|web\/dist)\//.test(path)
  const folders = ['bench', 'contract', 'deploy', 'docs', 'e2e', 'scripts', 'server', 'web']
  for (const path of folders.flatMap((folder) => listFiles(folder, /./)).filter(isCounted))
    for (let folder = dirname(path), child = basename(path); folder !== '.'; ) {
      children.set(folder, (children.get(folder) ?? new Set()).add(child))
      ;[folder, child] = [dirname(folder), basename(folder)]
    }
  expect(children.size).toBeGreaterThan(100)
  const wide = [...children].filter(([, names]) => names.size > 12).map(([folder]) => folder)
  expect(wide).toEqual([])
})
