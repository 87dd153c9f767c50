import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    const [first, ...problems] = (error as Error).message.split('\n- ')
    expect(first).toBe('The settings are not usable:')
    return problems
  }
  return []
}

it('has defaults for all settings', () => {
  expect(readConfig({})).toEqual({
    port: 8000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    scratchDir: resolve('data/scratch'),
    databaseUrl: undefined,
    storageUrl: undefined,
    mediaPublicUrl: undefined,
    xAccelPrefix: undefined,
    mailUrl: undefined,
    mailFrom: 'Vireo <no-reply@localhost>',
    publicUrl: undefined,
    corsOrigins: [],
    providers: [],
    role: 'all',
    logLevel: 'info',
    trustProxy: false,
    transfersPerNetwork: 256,
    metricsToken: undefined,
    workerConcurrency: expect.any(Number),
    userQuotaBytes: 50 * 1024 ** 3,
    ladderParts: { overSeconds: 300, partSeconds: 40 },
  })
})

it('treats an empty or blank variable as not set', () => {
  const blank = { PORT: '', HOST: ' ', DATABASE_URL: '', ROLE: '', TRUST_PROXY: '' }
  expect(readConfig(blank)).toEqual(readConfig({}))
})

it('reads every setting', () => {
  const config = readConfig({
    PORT: ' 9000 ',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/vireo',
    DATABASE_URL: 'postgres://vireo:secret@db/vireo',
    STORAGE_URL: 's3://key:secret@s3.example/bucket',
    MEDIA_PUBLIC_URL: 'https://cdn.example/',
    MAIL_URL: 'smtps://user:secret@mail.example',
    PUBLIC_URL: 'https://vireo.example/',
    CORS_ORIGINS: 'https://app.example/, http://localhost:3000',
    ROLE: 'worker',
    LOG_LEVEL: 'debug',
    WORKER_CONCURRENCY: '4',
    USER_QUOTA: '1.5 tb',
  })
  expect(config).toMatchObject({
    port: 9000,
    host: '0.0.0.0',
    dataDir: '/srv/vireo',
    databaseUrl: 'postgres://vireo:secret@db/vireo',
    mediaPublicUrl: 'https://cdn.example',
    mailFrom: 'Vireo <no-reply@vireo.example>',
    publicUrl: 'https://vireo.example',
    corsOrigins: ['https://app.example', 'http://localhost:3000'],
    role: 'worker',
    logLevel: 'debug',
    workerConcurrency: 4,
    userQuotaBytes: 1.5 * 1024 ** 4,
  })
})

it('reports all invalid settings at once', () => {
  const problems = problemsOf({
    PORT: '80 000',
    DATABASE_URL: 'mysql://db',
    STORAGE_URL: 'ftp://files',
    MEDIA_PUBLIC_URL: 'cdn.example',
    MAIL_URL: 'mail.example:25',
    PUBLIC_URL: 'vireo.example',
    CORS_ORIGINS: 'app.example',
    ROLE: 'boss',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: 'yes',
    METRICS_TOKEN: 'short',
    WORKER_CONCURRENCY: '0',
    USER_QUOTA: '0',
  })
  expect(problems).toEqual([
    'PUBLIC_URL must be an address that starts with http:// or https://',
    'PORT must be a whole number from 0 to 65535, not "80 000"',
    'DATABASE_URL must be an address that starts with postgres:// or postgresql://',
    'STORAGE_URL must be an address that starts with s3://',
    'MEDIA_PUBLIC_URL must be an address that starts with http:// or https://',
    'MAIL_URL must be an address that starts with smtp:// or smtps://',
    'CORS_ORIGINS must be origins such as https://app.example.org, separated by commas',
    'ROLE must be one of all, api, worker, not "boss"',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
    'TRUST_PROXY must be true, a number of hops or addresses of proxies, not "yes"',
    'METRICS_TOKEN must have at least 16 characters, without spaces',
    'WORKER_CONCURRENCY must be a whole number from 1 to 64, not "0"',
    'USER_QUOTA must be a size such as 500MB, 50GB or 2TB, not "0"',
  ])
})

it('never includes a URL in a message, because it can contain a password', () => {
  const problems = problemsOf({
    DATABASE_URL: 'mysql://vireo:hunter2@db/vireo',
    STORAGE_URL: 'https://key:hunter2@s3.example',
    MEDIA_PUBLIC_URL: 'ftp://hunter2@cdn',
    MAIL_URL: 'mail://user:hunter2@mail.example',
    PUBLIC_URL: 'hunter2',
  })
  expect(problems).toHaveLength(5)
  expect(problems.join()).not.toContain('hunter2')
})

it.each(['api', 'worker'])('requires DATABASE_URL for the role %s', (role) => {
  expect(problemsOf({ ROLE: role })).toEqual([
    `ROLE=${role} shares a database with other processes, so it needs DATABASE_URL`,
  ])
})

it('refuses X_ACCEL_PREFIX with a store, whose files nginx does not have', () => {
  const storage = { STORAGE_URL: 's3://key:secret@s3.example/bucket' }
  expect(problemsOf({ ...storage, X_ACCEL_PREFIX: '/protected-media/' })).toEqual([
    'X_ACCEL_PREFIX is for files on the disk, so it cannot be set with STORAGE_URL',
  ])
})

it.each(['protected', '/', '/protected', '//', '/a/../b/', '/a b/', 'https://a.example/'])(
  'refuses X_ACCEL_PREFIX=%s',
  (prefix) => {
    expect(problemsOf({ X_ACCEL_PREFIX: prefix })).toHaveLength(1)
  },
)

it.each([
  '*',
  'null',
  'https://*.example',
  'https://a.example/path',
  'https://a.example,,',
  'ftp://a.example',
  'https://me@a.example',
])('refuses CORS_ORIGINS=%s', (origins) => {
  expect(problemsOf({ CORS_ORIGINS: origins })).toHaveLength(1)
})

it.each(['-1', '65536', '80.5', 'http'])('refuses the port %s', (port) => {
  expect(problemsOf({ PORT: port })).toHaveLength(1)
})

it.each([
  ['false', false],
  ['true', true],
  ['loopback', 'loopback'],
  ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
])('understands TRUST_PROXY=%s', (text, meaning) => {
  expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(meaning)
})

it.each([
  [0, [false, false]],
  [2, [true, true, false]],
])('trusts as many proxies as TRUST_PROXY=%d says', (hops, trusted) => {
  const { trustProxy } = readConfig({ TRUST_PROXY: String(hops) })
  if (typeof trustProxy !== 'function') throw new Error('not a function')
  expect(trusted.map((_, hop) => trustProxy('192.0.2.1', hop))).toEqual(trusted)
})

it.each(['yes', '10.0.0.0/33', '10.0.0', '::1/129', '10.0.0.1,', 'proxy.example'])(
  'refuses TRUST_PROXY=%s',
  (text) => {
    expect(problemsOf({ TRUST_PROXY: text })).toHaveLength(1)
  },
)
