import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { contract } from './contract.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The folder of all scripts of the embedded player. */
export const embedScripts = 'assets/embed'
const pages = ['embed.html', 'embed-unavailable.html']
const stylesheet = '/src/features/playback/embeds/embed.css'

/**
 * Builds the page of the embedded player. A separate build, because browsers cache a frame's files per embedding site:
 * sharing them with the app would save nothing, and the app's files would change with the player's.
 */
export function embed(): Plugin {
  return {
    name: 'vireo-embed',
    apply: 'build',
    async generateBundle() {
      for (const file of await buildPages())
        this.emitFile({
          type: 'asset',
          fileName: file.fileName,
          source: file.type === 'chunk' ? file.code : file.source,
        })
    },
  }
}

async function buildPages() {
  const output = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [contract(), inlineStyles()],
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: pages.map((page) => `${root}/${page}`),
        output: {
          entryFileNames: `${embedScripts}/[name]-[hash].js`,
          chunkFileNames: `${embedScripts}/[name]-[hash].js`,
        },
      },
    },
  })
  const [{ output: files }] = [output].flat() as [Rolldown.RolldownOutput]
  return files
}

/** Inlines the styles. They are few, and the page would be empty until they load. */
function inlineStyles(): Plugin {
  return {
    name: 'vireo-embed-styles',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const styles = await readFile(`${root}${stylesheet}`, 'utf8')
        const page = html.replace(
          `<link rel="stylesheet" href="${stylesheet}" />`,
          () => `<style>${styles}</style>`,
        )
        if (page === html) throw new Error('The page of the embedded player has no stylesheet')
        return page
      },
    },
  }
}
