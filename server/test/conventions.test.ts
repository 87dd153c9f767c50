import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type AnyEndpoint, addressOf, api } from '@vireo/contract'
import { pageRoutes } from '@vireo/contract/rules/pages'
import { describe, expect, it } from 'vitest'
import { readConfig, settingNames } from '../src/config.ts'
import { listMigrations } from '../src/db/migrate.ts'
import { findCircles, type Import, listFiles, listImports, listSources, read, root } from './sources.ts'

const endpoints = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]): [string, AnyEndpoint] => [`${group}.${name}`, endpoint]),
)

describe('every call of the contract', () => {
  it('that anyone may make is one of these', () => {
    const open = endpoints.filter(([, { auth }]) => auth === 'public').map(([name]) => name)
    expect(open.sort()).toEqual([
      'comment.listOfTweet',
      'comment.listOfVideo',
      'comment.replies',
      'comment.thread',
      'insights.recordView',
      'like.tweetLikes',
      'like.videoLikes',
      'notification.unsubscribe',
      'passkey.signIn',
      'passkey.signInOptions',
      'playlist.get',
      'playlist.listOfChannel',
      'provider.confirmLink',
      'provider.githubCallback',
      'provider.googleCallback',
      'provider.list',
      'provider.oidcCallback',
      'provider.pendingLink',
      'provider.sendLinkCode',
      'provider.startGithub',
      'provider.startGoogle',
      'provider.startOidc',
      'search.suggest',
      'site.signUp',
      'subscription.info',
      'tweet.get',
      'tweet.list',
      'user.channel',
      'user.channelWithoutName',
      'user.closingAccount',
      'user.login',
      'user.logout',
      'user.register',
      'user.resetPassword',
      'user.resetPasswordEmailOtp',
      'user.restoreAccount',
      'user.secondStep',
      'user.sendEmailOtp',
      'user.verifyEmailOtp',
      'video.get',
      'video.list',
      'video.recordView',
    ])
  })

  it('says who may make it, what it is for and what it answers', () => {
    for (const [name, { auth, summary, message, data }] of endpoints)
      expect([
        name,
        ['public', 'session', 'moderator', 'admin'].includes(auth),
        !!summary,
        !!message,
        !!data,
      ]).toEqual([name, true, true, true, true])
  })

  it('is bound exactly once', () => {
    const bound = listSources('server/src/features').flatMap((path) =>
      [...read(path).matchAll(/\b(?:bind|mount)\(\s*\w+,\s*api\.(\w+\.\w+)/g)].map(([, name]) => name),
    )
    expect(bound.sort()).toEqual(endpoints.map(([name]) => name).sort())
  })

  it('has an address and method of its own', () => {
    const addresses = endpoints.map(([, endpoint]) => `${endpoint.method} ${addressOf(endpoint)}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

it('every job of a feature is listed in worker.ts', () => {
  const declared = listSources('server/src/features').flatMap((path) =>
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

describe('who imports what', () => {
  const inside = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
  const featureOf = (path: string) => /\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const say = (imports: Import[]) => imports.map(({ from, to }) => `${from} imports ${to}`)
  const server = listImports('server/src')
  const web = listImports('web/src')

  it('is seen by these tests', () => {
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

  it.each(['lib', 'media', 'db', 'jobs', 'http', 'mail'])('server/%s knows no feature', (folder) => {
    const wrong = server.filter(
      ({ from, to }) =>
        inside(`server/src/${folder}`)(from) &&
        (featureOf(to) || /^server\/src\/(seed\/|app\.ts|worker\.ts|start\.ts|main\.ts)/.test(to)),
    )
    expect(say(wrong)).toEqual([])
  })

  it('server/lib imports no other part of the server', () => {
    const wrong = server.filter(
      ({ from, to }) =>
        inside('server/src/lib')(from) && inside('server')(to) && !inside('server/src/lib')(to),
    )
    expect(say(wrong)).toEqual([])
  })

  it('server/media knows neither HTTP nor rows', () => {
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

  it('a feature of the server uses another’s service or view, never its routes or queries', () => {
    const wrong = between(server).filter(({ to }) => /\.(routes|queries)\.ts$/.test(to))
    expect(say(wrong)).toEqual([])
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

  it.each(['ui', 'lib'])('web/%s imports no feature, route or page', (folder) => {
    const wrong = web.filter(
      ({ from, to }) => inside(`web/src/${folder}`)(from) && /^web\/src\/(features|routes|app)\//.test(to),
    )
    expect(say(wrong)).toEqual([])
  })

  it('web/ui has no data and no router', () => {
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

it('page views are counted by the routes of the web', () => {
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
  it('are read from the environment in config.ts, which main.ts calls, and nowhere else', () => {
    const folders = ['contract/src', 'server/src', 'web/src']
    const readers = folders.flatMap(listSources).filter((path) => /\bprocess\.env\b/.test(read(path)))
    expect(readers.filter((path) => path !== 'server/src/config.ts')).toEqual(['server/src/main.ts'])
  })

  it('are all in .env.example, each with a word about it and its true default', () => {
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

describe('docs/conformance.md', () => {
  const rows = read('docs/conformance.md')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/.test(line) && !line.startsWith('| section |'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )

  it('has a section, a statement and what shows it in every row', () => {
    expect(rows.length).toBeGreaterThan(60)
    for (const row of rows) expect(row, row.join(' | ')).toHaveLength(3)
    for (const [section, statement] of rows) expect([section, statement].every(Boolean)).toBe(true)
  })

  it('names only tests that exist', () => {
    const named = rows.flatMap(([, , shown = '']) => [...shown.matchAll(/`([^`]+?) › ([^`]+)`/g)])
    expect(named.length).toBeGreaterThan(60)
    const has = (file: string, name: string) =>
      existsSync(join(root, file)) &&
      ["'", '"', '`'].some((quote) => read(file).includes(quote + name + quote))
    const missing = named.filter(([, file = '', name = '']) => !has(file, name))
    expect(missing.map(([shown]) => shown)).toEqual([])
  })

  it('names only decisions that exist', () => {
    const decisions = listFiles('docs/decisions', /\.md$/).map((path) => path.slice('docs/decisions/'.length))
    for (const [, , shown = ''] of rows)
      for (const [, name] of shown.matchAll(/decisions\/([\w.-]+\.md)/g)) expect(decisions).toContain(name)
  })
})
