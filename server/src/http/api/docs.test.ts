import { addressOf, api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Operation {
  summary?: string
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  responses?: Record<string, unknown>
}

it('the OpenAPI document has every call of the contract, with its input and permissions', async () => {
  const response = await app.visitor().fetch('/api/docs/json')
  const document = (await response.json()) as {
    openapi: string
    paths: Record<string, Record<string, Operation>>
  }
  expect(document.openapi).toMatch(/^3\.1/)
  for (const endpoint of Object.values(api).flatMap((group) => Object.values(group))) {
    const path = addressOf(endpoint).replace(/:(\w+)/g, '{$1}')
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
    expect(operation, `${endpoint.method} ${path}`).toBeDefined()
    expect(operation?.summary).toBe(endpoint.summary)
    expect(operation?.security !== undefined, path).toBe(endpoint.auth !== 'public')
    if (!endpoint.protocol) expect(Object.keys(operation?.responses ?? {})).toEqual(['200', 'default'])
  }
  const login = document.paths['/api/v1/user/login']?.post?.requestBody?.content['application/json']
  expect(Object.keys(login?.schema.properties ?? {})).toEqual(['username', 'email', 'password'])
})

it('the OpenAPI document has no address that is missing in the contract', async () => {
  const { paths } = (await (await app.visitor().fetch('/api/docs/json')).json()) as { paths: object }
  for (const path of Object.keys(paths)) expect(path).toMatch(/^\/api\/(v1\/|notifications$)/)
})

it('the documentation page may run its own scripts and nothing else', async () => {
  const response = await app.visitor().fetch('/api/docs')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  const html = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  expect(scripts).toContain("'self'")
  expect(scripts).not.toContain("'unsafe-inline'")
  expect(html).not.toMatch(/<script(?![^>]*src=)[^>]*>/)
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(3)
  for (const address of addresses) {
    const url = new URL(address, `${app.origin}/api/docs/`)
    expect(url.origin).toBe(app.origin)
    expect((await app.visitor().fetch(url.pathname)).status, address).toBe(200)
  }
})
