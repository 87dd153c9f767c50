import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { addressOf, api } from '@vireo/contract'
import { build, type Plugin, type Rolldown } from 'vite'

const file = 'insights/script.js'
const source = '/src/features/staff/insights/count-page-views.ts'
const define = { __PAGE_VIEWS_ADDRESS__: JSON.stringify(addressOf(api.pageViews.recordView)) }
/** Bytes, brotli. */
const limit = 1000

/**
 * Builds the script that counts page views: one small file with a constant name, separate from the app so that no page
 * waits for it.
 */
export function pageViews(): Plugin {
  return {
    name: 'vireo-page-views',
    config: () => ({ define }),
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url === `/${file}`) request.url = source
        next()
      })
    },
    async generateBundle() {
      const code = await buildScript()
      const bytes = brotliCompressSync(code).length
      if (bytes > limit) this.error(`${file} has ${bytes} bytes of ${limit} (brotli)`)
      this.emitFile({ type: 'asset', fileName: file, source: code })
    },
  }
}

/** A separate build: in the app's, modules that both import would be in a chunk of the app. */
async function buildScript(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      rolldownOptions: { input: fileURLToPath(new URL(`..${source}`, import.meta.url)) },
    },
  })
  const [{ output: chunks }] = [output].flat() as [Rolldown.RolldownOutput]
  if (chunks.length > 1) throw new Error(`${file} is more than one file`)
  return chunks[0].code
}
