import { readFile } from 'node:fs/promises'
import { minify, type Plugin, type Rolldown } from 'vite'

const bootFile = new URL('../src/boot.js', import.meta.url)
const bootMark = '<!-- boot-script -->'
const fontMark = '<!-- font-preload -->'

/** The pages whose code the boot script asks for on a watch page's address. */
const watchModules = /(src\/(app\/shell\/shell|routes\/watch)\.tsx|hls\.light\.min\.mjs)$/

/** Puts the blocking theme script and the font preload into index.html, both under their hashed names. */
export function head(): Plugin {
  let isBuild = false
  return {
    name: 'vireo-head',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async buildStart() {
      if (!isBuild) return
      const { code } = await minify('boot.js', await readFile(bootFile, 'utf8'))
      this.emitFile({ type: 'asset', name: 'boot.js', source: code })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // The dev server has no hashed names: it serves the script from src and needs no preload.
        if (!bundle) return html.replace(bootMark, '<script src="/src/boot.js"></script>')
        const files = Object.keys(bundle)
        const boot = files.find((file) => /boot-[^/]*\.js$/.test(file))
        const font = files.find((file) => /inter-latin-wght-normal-[^/]*\.woff2$/.test(file))
        if (!boot || !font) throw new Error('index.html: the boot script or the font was not emitted')
        return html
          .replace(bootMark, `<script src="/${boot}" data-watch="${watchFiles(bundle, html)}"></script>`)
          .replace(fontMark, `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`)
      },
    },
  }
}

/** What a watch page loads besides what every page does. */
function watchFiles(bundle: Rolldown.OutputBundle, html: string) {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || files.has(name) || html.includes(name)) return
    files.add(name)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && watchModules.test(chunk.facadeModuleId ?? '')) add(chunk.fileName)
  }
  return [...files].map((file) => `/${file}`).join(' ')
}
