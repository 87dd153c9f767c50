import type { ProviderId } from '@vireo/contract'
import type { SettingName } from './config.ts'
import { isLoopbackHost } from './lib/network.ts'

/** Where people can sign in with an account of another site. */
export interface Provider {
  id: ProviderId
  name: string
  clientId: string
  clientSecret: string
  /** Of OpenID Connect: the address that its metadata are found at. Of GitHub: the address of the site. */
  url: string
  /** GitHub only, which is no OpenID Connect provider. */
  apiUrl?: string
}

/** What people know them by; the people who run the site may name the last one themselves. */
export const providerNames: Record<ProviderId, string> = {
  google: 'Google',
  github: 'GitHub',
  oidc: 'Single sign-on',
}

/** GitHub names itself so in the answers that it sends the page back with. */
export const githubIssuer = (url: string) => `${url}/login/oauth`

/** What its identities may name as their issuer: some providers end it with a slash. */
export function issuersOf({ url, apiUrl }: Provider): string[] {
  if (apiUrl) return [githubIssuer(url)]
  const issuer = new URL(url).href.replace(/\/\.well-known\/.*$/, '').replace(/\/+$/, '')
  return [issuer, `${issuer}/`]
}

interface Reader {
  get(name: SettingName): string | undefined
  url(name: SettingName, protocols: string[]): string | undefined
  /** What is wrong with the settings is added here. */
  problems: string[]
}

/** The providers that have their settings. */
export function readProviders({ get, url, problems }: Reader): Provider[] {
  /** Secrets go there, so plain HTTP is for providers on this machine only. */
  function addressOf(name: SettingName): string | undefined {
    const text = url(name, ['http:', 'https:'])
    const { protocol, hostname } = text && URL.canParse(text) ? new URL(text) : {}
    if (protocol === 'http:' && !isLoopbackHost(hostname ?? ''))
      problems.push(`${name} must start with https:// unless the provider runs on this machine`)
    return text
  }

  /** All of them or none: a provider with half of its settings would fail at the first sign-in. */
  function areSet(names: SettingName[]): boolean {
    const missing = names.filter((name) => get(name) === undefined)
    if (missing.length > 0 && missing.length < names.length)
      problems.push(`${names.join(', ')} belong together; not set: ${missing.join(', ')}`)
    return missing.length === 0
  }

  const withoutSlash = (address: string) => address.replace(/\/+$/, '')
  const client = (id: SettingName, secret: SettingName) => ({
    clientId: get(id) ?? '',
    clientSecret: get(secret) ?? '',
  })
  const google: Provider = {
    id: 'google',
    name: providerNames.google,
    url: addressOf('GOOGLE_ISSUER') ?? 'https://accounts.google.com',
    ...client('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
  }
  const github: Provider = {
    id: 'github',
    name: providerNames.github,
    url: withoutSlash(addressOf('GITHUB_URL') ?? 'https://github.com'),
    apiUrl: withoutSlash(addressOf('GITHUB_API_URL') ?? 'https://api.github.com'),
    ...client('GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'),
  }
  const oidc: Provider = {
    id: 'oidc',
    name: get('OIDC_NAME') ?? providerNames.oidc,
    url: addressOf('OIDC_ISSUER') ?? '',
    ...client('OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'),
  }
  return [
    ...(areSet(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']) ? [google] : []),
    ...(areSet(['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET']) ? [github] : []),
    ...(areSet(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) ? [oidc] : []),
  ]
}
