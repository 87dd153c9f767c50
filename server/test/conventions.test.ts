import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type AnyEndpoint, addressOf, api, pageRoutes } from '@vireo/contract'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { listMigrations } from '../src/db/migrate.ts'
import { settingNames } from '../src/settings.ts'
import {
  findCircles,
  type Import,
  listFiles,
  listImports,
  listSources,
  read,
  root,
  writesSql,
} from './sources.ts'

const endpoints = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]): [string, AnyEndpoint] => [`${group}.${name}`, endpoint]),
)

describe('every call of the contract', () => {
  it('is public only if it is listed here', () => {
    const open = endpoints.filter(([, { auth }]) => auth === 'public').map(([name]) => name)
    expect(open.sort()).toEqual([
      'accountDeletion.closingAccount',
      'accountDeletion.restoreAccount',
      'accounts.channel',
      'accounts.channelWithoutName',
      'accounts.resetPassword',
      'accounts.resetPasswordEmailOtp',
      'accounts.sendEmailOtp',
      'accounts.verifyEmailOtp',
      'comments.listOfTweet',
      'comments.listOfVideo',
      'comments.replies',
      'comments.thread',
      'embeds.oembed',
      'pageViews.recordView',
      'likes.tweetLikes',
      'likes.videoLikes',
      'notifications.unsubscribe',
      'passkeys.signIn',
      'passkeys.signInOptions',
      'playlists.get',
      'playlists.listOfChannel',
      'providers.confirmLink',
      'providers.githubCallback',
      'providers.googleCallback',
      'providers.list',
      'providers.oidcCallback',
      'providers.pendingLink',
      'providers.sendLinkCode',
      'providers.startGithub',
      'providers.startGoogle',
      'providers.startOidc',
      'search.suggest',
      'signIn.login',
      'signIn.logout',
      'signIn.pendingSecondStep',
      'signIn.register',
      'signIn.secondStep',
      'siteSettings.signUp',
      'statistics.recordPlayed',
      'subscriptions.info',
      'tweets.get',
      'tweets.list',
      'videos.get',
      'videos.list',
      'videos.recordView',
    ])
  })

  it('declares who may make it, what it is for and what it answers', () => {
    for (const [name, { auth, summary, message, data }] of endpoints)
      expect([
        name,
        ['public', 'session', 'moderator', 'admin'].includes(auth),
        !!summary,
        !!message,
        !!data,
      ]).toEqual([name, true, true, true, true])
  })

  it('is bound to exactly one handler', () => {
    const bound = listSources('server/src/features').flatMap((path) =>
      [...read(path).matchAll(/\b(?:bind|mount)\(\s*\w+,\s*api\.(\w+\.\w+)/g)].map(([, name]) => name),
    )
    expect(bound.sort()).toEqual(endpoints.map(([name]) => name).sort())
  })

  it('has a unique combination of method and address', () => {
    const addresses = endpoints.map(([, endpoint]) => `${endpoint.method} ${addressOf(endpoint)}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

it('every job of a feature is in a .jobs.ts file and listed in worker.ts', () => {
  const sources = listSources('server/src/features').filter((path) => /\bdefineJob\(/.test(read(path)))
  expect(sources.filter((path) => !path.endsWith('.jobs.ts'))).toEqual([])
  const declared = sources.flatMap((path) =>
    [...read(path).matchAll(/export const (\w+) = defineJob\b/g)].map(([, name = '']) => name),
  )
  expect(declared.length).toBeGreaterThan(3)
  const [, list = ''] = /const jobs[^=]*= \[([^\]]*)\]/.exec(read('server/src/worker.ts')) ?? []
  expect(
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .sort(),
  ).toEqual(declared.sort())
})

describe('imports', () => {
  const inside = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
  const featureOf = (path: string) => /\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const say = (imports: Import[]) => imports.map(({ from, to }) => `${from} imports ${to}`)
  const server = listImports('server/src')
  const web = listImports('web/src')

  it('are found by these tests', () => {
    expect(server.length).toBeGreaterThan(300)
    expect(web.length).toBeGreaterThan(100)
    expect(server).toContainEqual({ from: 'server/src/main.ts', to: 'server/src/config.ts' })
  })

  it('the contract imports typebox and nothing else', () => {
    const imports = listImports('contract/src')
    expect(imports.length).toBeGreaterThan(10)
    const others = imports.filter(({ to }) => !inside('contract/src')(to) && !/^typebox(\/|$)/.test(to))
    expect(say(others)).toEqual([])
  })

  it.each(['lib', 'media', 'db', 'jobs', 'http', 'mail', 'metrics', 'push'])(
    'server/%s does not import any feature',
    (folder) => {
      const wrong = server.filter(
        ({ from, to }) =>
          inside(`server/src/${folder}`)(from) &&
          (featureOf(to) || /^server\/src\/(seed\/|app\.ts|worker\.ts|start\.ts|main\.ts)/.test(to)),
      )
      expect(say(wrong)).toEqual([])
    },
  )

  it('http, db, jobs, media and mail use only their own tables, and no constraint of a feature', () => {
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
    const layers = ['http', 'db', 'jobs', 'media', 'mail'].flatMap((layer) =>
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

  const between = (imports: Import[]) =>
    imports.filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to))

  it('SQL of a feature is written in its queries, access rules and fragments', () => {
    const writers = listSources('server/src/features').filter(writesSql)
    expect(writers.length).toBeGreaterThan(30)
    expect(writers.filter((path) => !/\.(queries|access|fragments)\.ts$/.test(path))).toEqual([])
  })

  // Access rules and fragments are SQL that other features may use in their statements.
  it('a feature of the server uses another’s service or view, never its routes or its SQL', () => {
    const isShared = (path: string) => /\.(access|fragments)\.ts$/.test(path)
    const isPrivate = (path: string) =>
      /\.(routes|queries)\.ts$/.test(path) || (writesSql(path) && !isShared(path))
    expect(say(between(server).filter(({ to }) => isPrivate(to)))).toEqual([])
    expect(say(between(server).filter(({ to }) => isShared(to))).length).toBeGreaterThan(10)
  })

  it.each([
    ['server', server],
    ['web', web],
  ])('features of the %s do not import each other in a circle', (_where, imports) => {
    const edges = between(imports).map(
      ({ from, to }) => [featureOf(from) ?? '', featureOf(to) ?? ''] as const,
    )
    expect(findCircles(edges)).toEqual([])
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

  it('a composite web feature is used by routes only', () => {
    const composites = ['feed', 'watch', 'profile', 'search']
    const wrong = between(web).filter(({ to }) => composites.includes(featureOf(to) ?? ''))
    expect(say(wrong)).toEqual([])
  })
})

it('the page views that the server counts have the same routes as the web', () => {
  const addresses = [...read('web/src/app/router.tsx').matchAll(/\bpath: '([^']+)'|\bindex: true/g)].flatMap(
    ([, path = '']) => {
      if (path === '*') return 'not found'
      const spelled = `/${path.replace(/:(\w+)/g, '{$1}')}`
      // The last part of a path may be optional.
      return spelled.endsWith('?') ? [spelled.slice(0, -1), spelled.replace(/\/[^/]+\?$/, '')] : spelled
    },
  )
  expect(addresses.length).toBeGreaterThan(20)
  expect(addresses.sort()).toEqual([...pageRoutes].sort())
})

describe('settings', () => {
  it('are read from the environment by main.ts and nowhere else', () => {
    const folders = ['contract/src', 'server/src', 'web/src']
    const readers = folders.flatMap(listSources).filter((path) => /\bprocess\.env\b/.test(read(path)))
    expect(readers).toEqual(['server/src/main.ts'])
  })

  it('are all in .env.example, each with a comment and its actual default', () => {
    const text = read('.env.example')
    const example = parseEnv(text) as Record<string, string>
    expect(Object.keys(example).sort()).toEqual([...settingNames].sort())
    expect(readConfig(example)).toEqual(readConfig({}))
    for (const name of settingNames) expect(text).toMatch(new RegExp(`\\n# .+\\n${name}=`))
  })

  it('are all in the README', () => {
    for (const name of settingNames) expect(read('README.md')).toContain(`\`${name}\``)
  })
})

it('migrations are numbered without gaps', async () => {
  const names = await listMigrations()
  expect(names.length).toBeGreaterThan(2)
  names.forEach((name, i) => {
    expect(name).toMatch(new RegExp(`^${String(i + 1).padStart(4, '0')}_[a-z0-9_]+\\.sql$`))
  })
})

describe('docs/conformance', () => {
  const rows = listFiles('docs/conformance', /\.md$/)
    .filter((path) => !path.endsWith('README.md'))
    .flatMap((path) => read(path).split('\n'))
    .filter((line) => line.startsWith('|') && line !== '| --- | --- |' && line !== '| statement | shown by |')
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )

  it('has a statement and its evidence in every row', () => {
    expect(rows.length).toBeGreaterThan(500)
    for (const row of rows) expect(row, row.join(' | ')).toHaveLength(2)
    for (const [statement] of rows) expect(statement).not.toBe('')
  })

  it('names only tests that exist', () => {
    const named = rows.flatMap(([, shown = '']) => [...shown.matchAll(/`([^`]+?) › ([^`]+)`/g)])
    expect(named.length).toBeGreaterThan(500)
    const has = (file: string, name: string) =>
      existsSync(join(root, file)) &&
      ["'", '"', '`'].some((quote) => read(file).includes(quote + name + quote))
    const missing = named.filter(([, file = '', name = '']) => !has(file, name))
    expect(missing.map(([shown]) => shown)).toEqual([])
  })

  it('names only decisions that exist', () => {
    const decisions = listFiles('docs/decisions', /\.md$/)
    const named = rows.flatMap((row) => row.join(' ').match(/docs\/decisions\/[\w.-]+\.md/g) ?? [])
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((path) => !decisions.includes(path))).toEqual([])
  })
})

it('every decision has its number, a date and a status', () => {
  for (const path of listFiles('docs/decisions', /\.md$/)) {
    const number = Number(/\/(\d{4})-/.exec(path)?.[1])
    expect(read(path), path).toMatch(
      new RegExp(
        `^# ${number}\\. .+\\n\\n\\d{4}-\\d\\d-\\d\\d · (accepted|replaced by \\[\\d+\\]\\(.+\\.md\\))\\n`,
      ),
    )
  }
})
