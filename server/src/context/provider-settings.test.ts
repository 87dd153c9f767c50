import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hunter2' }
const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'hunter2' }
const oidc = {
  OIDC_ISSUER: 'https://sso.example.org/realm/',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'hunter2',
}

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
  }
  return ''
}

describe('sign-in providers', () => {
  it('are those whose settings are present, at their real addresses by default', () => {
    expect(readConfig({}).providers).toEqual([])
    const client = { clientId: 'id', clientSecret: 'hunter2' }
    expect(readConfig({ ...google, ...github, ...oidc }).providers).toEqual([
      { id: 'google', name: 'Google', url: 'https://accounts.google.com', ...client },
      {
        id: 'github',
        name: 'GitHub',
        url: 'https://github.com',
        apiUrl: 'https://api.github.com',
        ...client,
      },
      { id: 'oidc', name: 'Single sign-on', url: 'https://sso.example.org/realm/', ...client },
    ])
  })

  it('can be replaced by compatible ones at other addresses', () => {
    const { providers } = readConfig({
      ...github,
      GITHUB_URL: 'https://git.example.org/',
      GITHUB_API_URL: 'https://git.example.org/api/v3/',
      ...oidc,
      OIDC_NAME: 'Aviary',
    })
    expect(providers).toMatchObject([
      { url: 'https://git.example.org', apiUrl: 'https://git.example.org/api/v3' },
      { name: 'Aviary' },
    ])
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ GITHUB_CLIENT_SECRET: 'hunter2' }, 'GITHUB_CLIENT_ID'],
    [{ OIDC_ISSUER: 'https://sso.example.org' }, 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET'],
    [{ OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'hunter2' }, 'OIDC_ISSUER'],
  ])('with incomplete settings are refused: %j', (env, missing) => {
    const problems = problemsOf(env)
    expect(problems).toContain(`belong together; not set: ${missing}`)
    expect(problems).not.toContain('hunter2')
  })

  it.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000', 'https://sso.example.org'])(
    'may be at %s',
    (url) => {
      expect(readConfig({ ...oidc, OIDC_ISSUER: url }).providers[0]?.url).toBe(url)
    },
  )

  it.each([
    'http://sso.example.org',
    'http://10.0.0.1',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
  ])('are refused over plain HTTP: %s', (url) => {
    for (const name of ['GOOGLE_ISSUER', 'GITHUB_URL', 'GITHUB_API_URL', 'OIDC_ISSUER'])
      expect(problemsOf({ ...google, ...github, ...oidc, [name]: url })).toContain(
        `${name} must start with https:// unless the provider runs on this machine`,
      )
  })
})
