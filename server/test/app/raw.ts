import { type RequestOptions, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

interface RawAnswer {
  status: number | undefined
  headers: NodeJS.Dict<string | string[]>
  bytes: Buffer
  text: string
}

/** Sends a request unchanged and returns the unchanged answer: `fetch` would normalise both. */
export function rawRequest(
  origin: string,
  path: string,
  { body, ...options }: RequestOptions & { body?: Uint8Array } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, agent: false, ...options }, async (response) => {
      const { statusCode: status, headers } = response
      const bytes = await buffer(response)
      resolve({ status, headers, bytes, text: bytes.toString() })
    })
    call.once('error', reject)
    call.end(body)
  })
}
