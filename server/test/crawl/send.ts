import { type AnyEndpoint, addressOf } from '@vireo/contract'
import type { TestClient } from '../app/client.ts'
import type { Case } from './cases.ts'
import type { Input } from './rows.ts'

/** Makes the call and returns its status, and for a refusal the code in its envelope. */
export async function send(client: TestClient, endpoint: AnyEndpoint, input: Input, by: typeof fetch) {
  const init = { method: endpoint.method, ...contentOf(input) }
  const response = await client.fetch(pathOf(endpoint, input), init, by)
  if (response.status >= 400 && endpoint.method !== 'HEAD')
    return { status: response.status, code: codeIn(await response.text()) }
  // An event stream has no end.
  await response.body?.cancel()
  return { status: response.status }
}

function codeIn(text: string): unknown {
  try {
    return JSON.parse(text).code
  } catch {
    return undefined
  }
}

/** The input with one value replaced. */
export function put(input: Input, { part, field, value }: Case): Input {
  if (part !== 'form') return { ...input, [part]: withField(input[part] ?? {}, field, value) }
  const form = new FormData()
  for (const [name, content] of input.form ?? []) if (name !== field) form.append(name, content)
  if (value !== undefined) form.append(field, value instanceof File ? value : String(value))
  return { ...input, form }
}

function withField(fields: Record<string, unknown>, field: string, value: unknown) {
  const { [field]: _, ...others } = fields
  return value === undefined ? others : { ...others, [field]: value }
}

export function pathOf(endpoint: AnyEndpoint, { params = {}, query = {} }: Input): string {
  const path = addressOf(endpoint).replace(/:(\w+)/g, (_, name) => params[name] ?? '')
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(name, one)
  return search.size > 0 ? `${path}?${search}` : path
}

export function contentOf({ body, form, bytes, headers }: Input): RequestInit {
  if (!body) return { headers: headers ?? {}, body: form ?? bytes ?? null }
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
