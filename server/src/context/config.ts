import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { PartLengths } from '../media/encode/parts.ts'
import { dataDirOf } from './data-dir.ts'
import { type Provider, readProviders } from './provider-settings.ts'
import { SettingsReader, type TrustProxy } from './settings.ts'

export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config {
  port: number
  host: string
  dataDir: string
  /** For unfinished work. On the same disk as the data, so that moving a finished file takes no time. */
  scratchDir: string
  databaseUrl: string | undefined
  storageUrl: string | undefined
  mediaPublicUrl: string | undefined
  /** The path below which nginx serves stored files itself, when our response names one in X-Accel-Redirect. */
  xAccelPrefix: string | undefined
  mailUrl: string | undefined
  mailFrom: string
  publicUrl: string | undefined
  /** Pages of these origins may call the API with the cookies of their visitors. */
  corsOrigins: string[]
  /** The account with this e-mail address is an administrator. */
  adminEmail: string | undefined
  providers: Provider[]
  role: Role
  logLevel: (typeof logLevels)[number]
  trustProxy: TrustProxy
  /** How many files are sent to one network at the same time, by this process. */
  transfersPerNetwork: number
  /** Gives access to /metrics. */
  metricsToken: string | undefined
  workerConcurrency: number
  /** The most bytes that the videos of one person may take. */
  userQuotaBytes: number
  /** When the sizes of a video are encoded in parts. Not a setting, but tests use shorter lengths. */
  ladderParts: PartLengths
}

export class ConfigError extends Error {}

/** Reports all problems with the settings at once. */
export function readConfig(env: Partial<Record<string, string>>): Config {
  const settings = new SettingsReader(env)
  const dataDir = dataDirOf(env)
  const publicUrl = settings.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '')
  const config: Config = {
    port: settings.integer('PORT', 8000, 0, 65_535),
    host: settings.get('HOST') ?? '127.0.0.1',
    dataDir,
    scratchDir: join(dataDir, 'scratch'),
    databaseUrl: settings.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    storageUrl: settings.url('STORAGE_URL', ['s3:']),
    mediaPublicUrl: settings.url('MEDIA_PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    xAccelPrefix: settings.pathPrefix('X_ACCEL_PREFIX'),
    mailUrl: settings.url('MAIL_URL', ['smtp:', 'smtps:']),
    mailFrom: settings.get('MAIL_FROM') ?? defaultSender(publicUrl),
    publicUrl,
    corsOrigins: settings.origins('CORS_ORIGINS'),
    adminEmail: settings.email('ADMIN_EMAIL'),
    providers: readProviders(settings),
    role: settings.oneOf('ROLE', roles, 'all'),
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, 'info'),
    trustProxy: settings.trustProxy('TRUST_PROXY'),
    transfersPerNetwork: settings.integer('TRANSFERS_PER_NETWORK', 256, 1, 100_000),
    metricsToken: settings.token('METRICS_TOKEN'),
    workerConcurrency: settings.integer(
      'WORKER_CONCURRENCY',
      Math.max(1, Math.floor(availableParallelism() / 2)),
      1,
      64,
    ),
    userQuotaBytes: settings.bytes('USER_QUOTA', '50GB'),
    ladderParts: { overSeconds: 300, partSeconds: 40 },
  }
  if (config.role !== 'all' && !config.databaseUrl)
    settings.problems.push(
      `ROLE=${config.role} shares a database with other processes, so it needs DATABASE_URL`,
    )
  if (config.xAccelPrefix && config.storageUrl)
    settings.problems.push('X_ACCEL_PREFIX is for files on the disk, so it cannot be set with STORAGE_URL')
  if (settings.problems.length > 0)
    throw new ConfigError(`The settings are not usable:\n- ${settings.problems.join('\n- ')}`)
  return config
}

/** The address of the site, for links in mails and files. */
export const siteUrl = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>) =>
  publicUrl ?? `http://localhost:${port}`

function defaultSender(publicUrl: string | undefined): string {
  const host = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost'
  return `Vireo <no-reply@${host}>`
}
