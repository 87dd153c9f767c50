import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'

const themeScript = new URL('../src/theme-script.js', import.meta.url)
const scriptMark = '<!-- theme-script -->'
const fontMark = '<!-- font-preload -->'

/** Puts the theme script, which the first paint waits for, and the font preload into index.html. */
export function head(): Plugin {
  return {
    name: 'vireo-head',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { code } = await minify('theme-script.js', await readFile(themeScript, 'utf8'))
        const booting = html.replace(scriptMark, () => `<script>${code.trim()}</script>`)
        // The dev server has no hashed names, and needs no preload.
        if (!bundle) return booting
        const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal-[^/]*\.woff2$/.test(file))
        if (!font) throw new Error('index.html: the font was not emitted')
        const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`
        return booting.replace(fontMark, preload)
      },
    },
  }
}
