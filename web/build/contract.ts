import { pathToFileURL } from 'node:url'
import type { AnyEndpoint } from '@vireo/contract'
import type { Plugin } from 'vite'

/**
 * Bundles the contract's endpoints as plain data: the build loads each endpoint module and writes out its values, with
 * only the fields that a browser reads. The schemas and their library stay out of the bundle (decision 37).
 */
export function contract(): Plugin {
  return {
    name: 'vireo-contract',
    apply: 'build',
    load: {
      filter: { id: /[\\/]contract[\\/]src[\\/]endpoints[\\/].*\.ts$/ },
      async handler(id) {
        const values: Record<string, unknown> = await import(pathToFileURL(id).href)
        return Object.entries(values)
          .filter(([, value]) => typeof value !== 'function')
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, forBrowser)}`)
          .join('\n')
      },
    },
  }
}

function forBrowser(_key: string, value: unknown) {
  if (!isEndpoint(value)) return value
  const { method, path, message, bare } = value
  return { method, path, message, bare }
}

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
