import type { Plugin } from 'vite'

const globals = 'const scope = globalThis, { document } = scope; export { scope as globalThis, document }'
const tables = [
  'MediaUIAttributes',
  'MediaStateChangeEvents',
  'StateChangeEventToAttributeMap',
  'AttributeToStateChangeEventMap',
]

/**
 * Leaves out what the store of Media Chrome brings for others: stand-ins for the globals of a browser, for servers, and
 * the attributes of its elements, in tables that are made by calls, which the bundler has to keep.
 */
export function leanMediaChrome(): Plugin {
  return {
    name: 'vireo-lean-media-chrome',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]media-chrome[\\/]dist[\\/](constants|utils[\\/]server-safe-globals)\.js$/ },
      handler(source, id) {
        if (id.endsWith('server-safe-globals.js')) return { code: globals, map: null }
        const noTables = tables.map((name) => `const ${name} = {}\n`).join('')
        const code = source.replace(/^const MediaUIPropsEntries[\s\S]*?(?=^const TextTrackKinds)/m, noTables)
        if (code === source)
          this.error('Media Chrome is written differently now: is this plugin still needed?')
        return { code, map: null }
      },
    },
  }
}
