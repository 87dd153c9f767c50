import { isFileAddress, type TSchema } from '@vireo/contract'

// The addresses of files are paths, which pages of other origins (CORS_ORIGINS) would resolve at their own host.

interface SchemaParts {
  anyOf?: TSchema[]
  items?: TSchema
  properties?: Record<string, TSchema>
}

const withFiles = new WeakMap<TSchema, boolean>()

/** Whether data of this schema can have an address of a file. */
function hasFiles(schema: TSchema): boolean {
  const known = withFiles.get(schema)
  if (known !== undefined) return known
  const { anyOf = [], items, properties = {} }: SchemaParts = schema
  const inner = [...anyOf, ...(items ? [items] : []), ...Object.values(properties)]
  const found = isFileAddress(schema) || inner.some(hasFiles)
  withFiles.set(schema, found)
  return found
}

/** The data with complete addresses of files, which begin with `site`. */
export function completeFileAddresses<Data>(schema: TSchema, data: Data, site: string): Data {
  return hasFiles(schema) ? (complete(schema, data, site) as Data) : data
}

function complete(schema: TSchema, data: unknown, site: string): unknown {
  if (data === null || data === undefined || !hasFiles(schema)) return data
  // Files in a bucket or on a CDN have complete addresses already.
  if (isFileAddress(schema)) return typeof data === 'string' && data.startsWith('/') ? site + data : data
  const { anyOf, items, properties = {} }: SchemaParts = schema
  // Each applies to its own kind of data, and leaves what is complete unchanged.
  if (anyOf) return anyOf.reduce<unknown>((value, one) => complete(one, value, site), data)
  if (Array.isArray(data)) return items ? data.map((item) => complete(items, item, site)) : data
  if (typeof data !== 'object') return data
  const completed: Record<string, unknown> = { ...data }
  for (const [name, inner] of Object.entries(properties))
    if (name in completed) completed[name] = complete(inner, completed[name], site)
  return completed
}
