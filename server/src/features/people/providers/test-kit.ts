import type { ProviderId } from '@vireo/contract'
import { createTestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { settingsOf, visitProvider } from '../../../../test/programs/sample-providers.ts'
import type { ProviderPerson } from '../../../program/seed/sample-providers/people.ts'
import { startSampleProvider } from '../../../program/seed/sample-providers/sample-provider.ts'

/** The real app with real providers on this machine, and the people who have accounts there. */
export async function createProviderApp(
  env: Record<string, string> = {},
  options: Parameters<typeof createTestApp>[1] = {},
) {
  const people: ProviderPerson[] = []
  const samples = await Promise.all(
    (['google', 'github', 'oidc'] as const).map((id) => startSampleProvider({ id, people })),
  )
  const settings = samples.map(({ provider }) => settingsOf(provider))
  const app = await createTestApp(Object.assign({}, ...settings, env), options)

  /** A person with an account at each of the providers. */
  function newPerson(details: Partial<ProviderPerson> = {}): ProviderPerson {
    const id = String(5000 + people.length)
    const person = {
      id,
      name: 'Wren Okafor',
      login: `wren${id}`,
      email: `wren${id}@example.org`,
      isEmailVerified: true,
      note: '',
      ...details,
    }
    people.push(person)
    return person
  }

  return {
    ...app,
    newPerson,
    secrets: samples.map(({ provider }) => provider.clientSecret),
    urlOf: (id: ProviderId) => samples.find(({ provider }) => provider.id === id)?.provider.url ?? '',
    close: async () => {
      await app.close()
      await Promise.all(samples.map((sample) => sample.stop()))
    },
  }
}

export type ProviderApp = Awaited<ReturnType<typeof createProviderApp>>

interface SignInOptions {
  provider?: ProviderId
  next?: string
  invite?: string
}

/** Starts a sign-in at a provider; returns the address that the browser is sent to. */
export async function startAt(
  client: TestClient,
  { provider = 'google', ...query }: SignInOptions = {},
): Promise<string> {
  const answer = await client.fetch(`/api/v1/user/${provider}?${new URLSearchParams(query)}`)
  return answer.headers.get('location') ?? ''
}

/** Starts a sign-in and chooses an account; returns the callback address that the provider redirects to. */
export async function authorizeAt(
  client: TestClient,
  choice: ProviderPerson | 'deny',
  options: SignInOptions = {},
): Promise<string> {
  return visitProvider(await startAt(client, options), choice)
}

/** Loads the callback address; returns the page that it redirects to. */
export async function followCallback(client: TestClient, callback: string): Promise<string> {
  const answer = await client.fetch(callback)
  return answer.headers.get('location') ?? `${answer.status}: ${await answer.text()}`
}

/** Signs in with a provider from beginning to end; returns the page that this leads to. */
export async function signInAt(
  client: TestClient,
  choice: ProviderPerson | 'deny',
  options: SignInOptions = {},
): Promise<string> {
  return followCallback(client, await authorizeAt(client, choice, options))
}
