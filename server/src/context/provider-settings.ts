import type { ProviderId } from '@vireo/contract'
import { isLoopbackHost } from '../lib/net/network.ts'
import type { SettingName, SettingsReader } from './settings.ts'

/** Another site whose accounts can be used to sign in here. */
export interface Provider {
  id: ProviderId
  name: string
  clientId: string
  clientSecret: string
  /** For OpenID Connect the issuer, under which its metadata are published; for GitHub the address of the site. */
  url: string
  /** Only for GitHub, which does not speak OpenID Connect. */
  apiUrl?: string
}

/** The names that people see. OIDC_NAME can replace the last one. */
export const providerNames: Record<ProviderId, string> = {
  google: 'Google',
  github: 'GitHub',
  oidc: 'Single sign-on',
}

/** The issuer that GitHub names when it sends the browser back. */
export const githubIssuer = (url: string) => `${url}/login/oauth`

/** The issuers that identities of this provider may name. Some providers add a slash at the end. */
export function issuersOf({ url, apiUrl }: Provider): string[] {
  if (apiUrl) return [githubIssuer(url)]
  const issuer = new URL(url).href.replace(/\/\.well-known\/.*$/, '').replace(/\/+$/, '')
  return [issuer, `${issuer}/`]
}

/** The providers whose settings are present. */
export function readProviders(settings: SettingsReader): Provider[] {
  /** Secrets are sent there, so plain HTTP is only allowed for providers on this machine. */
  function addressOf(name: SettingName): string | undefined {
    const text = settings.url(name, ['http:', 'https:'])
    const { protocol, hostname } = text && URL.canParse(text) ? new URL(text) : {}
    if (protocol === 'http:' && !isLoopbackHost(hostname ?? ''))
      settings.problems.push(`${name} must start with https:// unless the provider runs on this machine`)
    return text
  }

  /** Requires all of them or none: an incomplete provider would fail only at the first sign-in. */
  function areSet(names: SettingName[]): boolean {
    const missing = names.filter((name) => settings.get(name) === undefined)
    if (missing.length > 0 && missing.length < names.length)
      settings.problems.push(`${names.join(', ')} belong together; not set: ${missing.join(', ')}`)
    return missing.length === 0
  }

  const withoutSlash = (address: string) => address.replace(/\/+$/, '')
  const client = (id: SettingName, secret: SettingName) => ({
    clientId: settings.get(id) ?? '',
    clientSecret: settings.get(secret) ?? '',
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
    name: settings.get('OIDC_NAME') ?? providerNames.oidc,
    url: addressOf('OIDC_ISSUER') ?? '',
    ...client('OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'),
  }
  return [
    ...(areSet(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']) ? [google] : []),
    ...(areSet(['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET']) ? [github] : []),
    ...(areSet(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) ? [oidc] : []),
  ]
}
