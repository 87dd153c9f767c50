import { isIP } from 'node:net'
import { isEmail } from '@vireo/contract'
import { parseBytes } from '../lib/text/bytes.ts'

/** Every setting, by the name of its variable. `.env.example` lists them and a test compares the two. */
export const settingNames = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'STORAGE_URL',
  'MEDIA_PUBLIC_URL',
  'X_ACCEL_PREFIX',
  'MAIL_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
  'CORS_ORIGINS',
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
  'TRANSFERS_PER_NETWORK',
  'METRICS_TOKEN',
  'WORKER_CONCURRENCY',
  'USER_QUOTA',
] as const
export type SettingName = (typeof settingNames)[number]

type Environment = Partial<Record<string, string>>

export type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

/** Reads settings as values of their types and collects their problems. */
export class SettingsReader {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  get(name: SettingName): string | undefined {
    return this.#env[name]?.trim() || undefined
  }

  integer(name: SettingName, fallback: number, min: number, max: number): number {
    const text = this.get(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    this.problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
    return fallback
  }

  oneOf<T extends string>(name: SettingName, allowed: readonly T[], fallback: T): T {
    const text = this.get(name)
    if (text === undefined) return fallback
    const found = allowed.find((value) => value === text)
    if (!found) this.problems.push(`${name} must be one of ${allowed.join(', ')}, not "${text}"`)
    return found ?? fallback
  }

  /** A URL can contain a password, so the message about a wrong one does not repeat it. */
  url(name: SettingName, protocols: string[]): string | undefined {
    const text = this.get(name)
    if (text === undefined) return undefined
    const isValid = URL.canParse(text) && protocols.includes(new URL(text).protocol)
    if (!isValid)
      this.problems.push(`${name} must be an address that starts with ${protocols.join('// or ')}//`)
    return text
  }

  /** Origins as browsers send them (scheme, host and port, without a path), separated by commas. */
  origins(name: SettingName): string[] {
    const texts =
      this.get(name)
        ?.split(',')
        .map((text) => text.trim().replace(/\/$/, '')) ?? []
    const isOrigin = (text: string) =>
      /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
    if (!texts.every(isOrigin))
      this.problems.push(`${name} must be origins such as https://app.example.org, separated by commas`)
    return texts
  }

  /** A URL path that begins and ends with a slash. */
  pathPrefix(name: SettingName): string | undefined {
    const text = this.get(name)
    if (text !== undefined && !/^(\/[\w-]+)+\/$/.test(text))
      this.problems.push(`${name} must be a path such as /protected-media/, not "${text}"`)
    return text
  }

  email(name: SettingName): string | undefined {
    const text = this.get(name)
    if (text !== undefined && !isEmail(text))
      this.problems.push(`${name} must be an e-mail address, not "${text}"`)
    return text
  }

  /** A secret, so the message about a wrong one does not repeat it. */
  token(name: SettingName): string | undefined {
    const text = this.get(name)
    if (text !== undefined && !/^[!-~]{16,}$/.test(text))
      this.problems.push(`${name} must have at least 16 characters, without spaces`)
    return text
  }

  bytes(name: SettingName, fallback: string): number {
    const text = this.get(name) ?? fallback
    const bytes = parseBytes(text)
    if (bytes) return bytes
    this.problems.push(`${name} must be a size such as 500MB, 50GB or 2TB, not "${text}"`)
    return 0
  }

  /** `true`, a number of hops, or the addresses of proxies. Unless it is set, forwarded headers are ignored. */
  trustProxy(name: SettingName): TrustProxy {
    const text = this.get(name)
    if (text === undefined || text === 'false') return false
    if (text === 'true') return true
    if (/^\d+$/.test(text)) return (_address, hop) => hop < Number(text)
    if (!text.split(',').every(isProxy))
      this.problems.push(`${name} must be true, a number of hops or addresses of proxies, not "${text}"`)
    return text
  }
}

/** An address, a range in CIDR notation, or one of the names that Fastify accepts. */
function isProxy(text: string): boolean {
  const [address = '', bits = '1', ...rest] = text.trim().split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text.trim())) return true
  const maxBits = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return rest.length === 0 && /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits
}
