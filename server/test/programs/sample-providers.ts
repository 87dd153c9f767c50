import type { Provider } from '../../src/context/provider-settings.ts'
import type { ProviderPerson } from '../../src/program/seed/sample-providers/people.ts'
import { TestClient } from '../app/client.ts'

/** The settings of a site that uses this provider. */
export function settingsOf({
  id,
  clientId,
  clientSecret,
  url,
  apiUrl = '',
}: Provider): Record<string, string> {
  const prefix = id.toUpperCase()
  return {
    [`${prefix}_CLIENT_ID`]: clientId,
    [`${prefix}_CLIENT_SECRET`]: clientSecret,
    ...(id === 'github' ? { GITHUB_URL: url, GITHUB_API_URL: apiUrl } : { [`${prefix}_ISSUER`]: url }),
  }
}

/** Chooses a person or denies access on the page of a sample provider; returns where it sends the browser back to. */
export async function visitProvider(address: string, choice: ProviderPerson | 'deny'): Promise<string> {
  const { origin } = new URL(address)
  const browser = new TestClient(origin)
  const follow = async (url: string, init: RequestInit = {}) => {
    const answer = await browser.fetch(url, init)
    const location = answer.headers.get('location')
    if (!location) throw new Error(`${answer.status}: ${await answer.text()}`)
    return new URL(location, origin).href
  }
  const page = await follow(address)
  // An error of the request itself is sent back at once.
  if (!page.startsWith(origin)) return page
  const body = new URLSearchParams(choice === 'deny' ? { deny: '1' } : { person: choice.id })
  return follow(await follow(page, { method: 'POST', body }))
}
