import type { AnyEndpoint, DataOf } from '@vireo/contract'
import { AppError } from '../../lib/app-error.ts'
import type { Viewer } from '../access/sessions.ts'
import { CachedResponse, type ChangesWith } from '../response-cache/cached-response.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import type { Handler, Input } from './read-input.ts'
import { toJson } from './serialize.ts'

const jsonType = 'application/json; charset=utf-8'

/** How visitors share the responses to a GET (decision 48). */
export interface Sharing<E extends AnyEndpoint> {
  changesWith: ChangesWith
  /**
   * Adapts the visitors' data to a person. Returns the same object if nothing differs, and undefined if the handler has
   * to run for this person. Without this function it always runs.
   */
  personalize?: (data: DataOf<E>, input: Input<E>, viewer: Viewer) => Promise<DataOf<E> | undefined>
}

interface SharedCall<E extends AnyEndpoint> extends Sharing<E> {
  endpoint: E
  handler: Handler<E>
}

/** Returns the response that visitors share, or data for this person alone. */
export async function findShared<E extends AnyEndpoint>(
  cache: ResponseCache,
  url: string,
  { endpoint, handler, personalize, changesWith }: SharedCall<E>,
  input: Input<E>,
): Promise<CachedResponse | DataOf<E>> {
  const { viewer } = input
  if (viewer && !personalize) return handler(input)
  const makeShared = async () => {
    const startedAt = performance.now()
    const data = await handler({ ...input, viewer: undefined } as Input<E>)
    const text = toJson(endpoint, data)
    const { params, query } = input
    return new CachedResponse({
      ...{ startedAt, status: 200, type: jsonType, text, data, changesWith },
      input: { params, query },
    })
  }
  const finding = cache.get(url, makeShared)
  if (!viewer) return (await finding) as CachedResponse
  // There may be more for this person than for visitors.
  const shared = await finding.catch(ignoreRefusal)
  const data = shared && (await personalize?.(shared.data as DataOf<E>, input, viewer))
  if (data === undefined) return handler(input)
  return data === shared?.data ? shared : data
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}
