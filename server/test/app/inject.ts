import type { FastifyInstance, InjectOptions } from 'fastify'

/** A `fetch` that gives requests to the app without a connection. An answer has to end: no event streams. */
export function createInjectedFetch(app: FastifyInstance): typeof fetch {
  return async (address, { method = 'GET', headers = {}, body } = {}) => {
    const { host, pathname, search } = new URL(String(address))
    const content = body instanceof FormData ? new Response(body) : undefined
    const type = content?.headers.get('content-type')
    const answer = await app.inject({
      method: method as InjectOptions['method'],
      url: pathname + search,
      headers: { ...Object.fromEntries(new Headers(headers)), ...(type && { 'content-type': type }), host },
      payload: content ? Buffer.from(await content.arrayBuffer()) : toPayload(body),
    })
    const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    )
    const hasBody = answer.rawPayload.length > 0
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: fields,
    })
  }
}

const toPayload = (body: RequestInit['body']) =>
  body instanceof Uint8Array ? Buffer.from(body) : typeof body === 'string' ? body : undefined
