import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'

const bootFile = new URL('../src/boot.js', import.meta.url)
const preloadedFont = /inter-latin-wght-normal.*\.woff2$/

/** Puts the blocking theme script and the font preload into index.html, both under their hashed names. */
export function head(): Plugin {
  let bootReference = ''
  return {
    name: 'vireo-head',
    async buildStart() {
      if (this.meta.watchMode) return
      const { code } = await minify('boot.js', await readFile(bootFile, 'utf8'))
      bootReference = this.emitFile({ type: 'asset', name: 'boot.js', source: code })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // The dev server has no hashed names: it serves the script from src and needs no preload.
        if (!bundle) return html.replace('<!-- boot-script -->', '<script src="/src/boot.js"></script>')
        const files = Object.keys(bundle)
        const font = files.find((file) => preloadedFont.test(file))
        const boot = files.find((file) => /boot-[^/]*\.js$/.test(file))
        if (!font || !boot || !bootReference) throw new Error('index.html: boot script or font not emitted')
        return html
          .replace('<!-- boot-script -->', `<script src="/${boot}"></script>`)
          .replace(
            '<!-- font-preload -->',
            `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`,
          )
      },
    },
  }
}
