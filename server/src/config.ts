import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { isEmail } from '@vireo/contract'
import { parseBytes } from './lib/bytes.ts'
import { type Provider, readProviders } from './provider-settings.ts'

export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config {
  port: number
  host: string
  dataDir: string
  /** Unfinished work; on the disk of the data, so that moving a finished file is free. */
  scratchDir: string
  databaseUrl: string | undefined
  storageUrl: string | undefined
  mediaPublicUrl: string | undefined
  mailUrl: string | undefined
  mailFrom: string
  publicUrl: string | undefined
  /** The account of this address is an administrator. */
  adminEmail: string | undefined
  providers: Provider[]
  role: Role
  logLevel: (typeof logLevels)[number]
  trustProxy: boolean | string | ((address: string, hop: number) => boolean)
  workerConcurrency: number
  /** How much the videos of one person may hold. */
  userQuotaBytes: number
}

/** Every setting, by the name of its variable. `.env.example` lists them and a test compares the two. */
export const settingNames = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'STORAGE_URL',
  'MEDIA_PUBLIC_URL',
  'MAIL_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
  'ADMIN_EMAIL',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_ISSUER',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
  'GITHUB_URL',
  'GITHUB_API_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'ROLE',
  'LOG_LEVEL',
  'TRUST_PROXY',
  'WORKER_CONCURRENCY',
  'USER_QUOTA',
] as const
export type SettingName = (typeof settingNames)[number]
type Environment = Partial<Record<string, string>>

export class ConfigError extends Error {}

/** The only reader of the environment. Reports everything that is wrong with it at once. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const get = (name: SettingName) => env[name]?.trim() || undefined

  function integer(name: SettingName, fallback: number, min: number, max: number): number {
    const text = get(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
    return fallback
  }

  function oneOf<T extends string>(name: SettingName, allowed: readonly T[], fallback: T): T {
    const text = get(name)
    if (text === undefined) return fallback
    const found = allowed.find((value) => value === text)
    if (!found) problems.push(`${name} must be one of ${allowed.join(', ')}, not "${text}"`)
    return found ?? fallback
  }

  /** Addresses can hold passwords, so a wrong one is named but never repeated. */
  function url(name: SettingName, protocols: string[]): string | undefined {
    const text = get(name)
    if (text === undefined) return undefined
    const isFine = URL.canParse(text) && protocols.includes(new URL(text).protocol)
    if (!isFine) problems.push(`${name} must be an address that starts with ${protocols.join('// or ')}//`)
    return text
  }

  function email(name: SettingName): string | undefined {
    const text = get(name)
    if (text !== undefined && !isEmail(text))
      problems.push(`${name} must be an e-mail address, not "${text}"`)
    return text
  }

  function size(name: SettingName, fallback: string): number {
    const text = get(name) ?? fallback
    const bytes = parseBytes(text)
    if (bytes) return bytes
    problems.push(`${name} must be a size such as 500MB, 50GB or 2TB, not "${text}"`)
    return 0
  }

  /** `true`, a number of hops, or the proxies' addresses. Off unless set: a forged header changes nothing. */
  function trustProxy(text: string | undefined): Config['trustProxy'] {
    if (text === undefined || text === 'false') return false
    if (text === 'true') return true
    if (/^\d+$/.test(text)) return (_address, hop) => hop < Number(text)
    if (!text.split(',').every(isProxy))
      problems.push(`TRUST_PROXY must be true, a number of hops or addresses of proxies, not "${text}"`)
    return text
  }

  const dataDir = resolve(get('DATA_DIR') ?? 'data')
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '')
  const config: Config = {
    port: integer('PORT', 8000, 0, 65_535),
    host: get('HOST') ?? '127.0.0.1',
    dataDir,
    scratchDir: join(dataDir, 'scratch'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    storageUrl: url('STORAGE_URL', ['s3:']),
    mediaPublicUrl: url('MEDIA_PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    mailUrl: url('MAIL_URL', ['smtp:', 'smtps:']),
    mailFrom: get('MAIL_FROM') ?? defaultSender(publicUrl),
    publicUrl,
    adminEmail: email('ADMIN_EMAIL'),
    providers: readProviders({ get, url, problems }),
    role: oneOf('ROLE', roles, 'all'),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    trustProxy: trustProxy(get('TRUST_PROXY')),
    workerConcurrency: integer(
      'WORKER_CONCURRENCY',
      Math.max(1, Math.floor(availableParallelism() / 2)),
      1,
      64,
    ),
    userQuotaBytes: size('USER_QUOTA', '50GB'),
  }
  if (config.role !== 'all' && !config.databaseUrl)
    problems.push(`ROLE=${config.role} shares a database with other processes, so it needs DATABASE_URL`)
  if (problems.length > 0) throw new ConfigError(`The settings are not usable:\n- ${problems.join('\n- ')}`)
  return config
}

/** The address of the site, for links that leave it. */
export const siteUrl = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>) =>
  publicUrl ?? `http://localhost:${port}`

/** An address, a range of them in CIDR notation, or one of the names that the server knows. */
function isProxy(text: string): boolean {
  const [address = '', bits = '1', ...rest] = text.trim().split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text.trim())) return true
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return rest.length === 0 && /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most
}

function defaultSender(publicUrl: string | undefined): string {
  const host = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost'
  return `Vireo <no-reply@${host}>`
}
