import { addressOf, api } from '@vireo/contract'
import type { Plugin, Rolldown } from 'vite'

/** What a page's address makes the server announce beside index.html, before the browser has read a line of it. */
export interface Preload {
  /** A regular expression for the path. */
  path: string
  /** Values of the Link header; `$1` stands for the first group of the path. */
  links: string[]
}

const watchModules = /(src\/(app\/shell\/shell|routes\/watch)\.tsx|hls\.light\.min\.mjs)$/

/** Writes preload.json: a video, its page and its player are asked for together, not one after the other. */
export function preload(): Plugin {
  return {
    name: 'vireo-preload',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const always = closure(
        bundle,
        chunks.filter(({ isEntry }) => isEntry),
      )
      const watched = chunks.filter(({ facadeModuleId }) => watchModules.test(facadeModuleId ?? ''))
      const files = [...closure(bundle, watched)].filter((file) => !always.has(file))
      const watch: Preload = {
        path: '^/watch/([\\w-]+)/?$',
        links: [
          `<${addressOf(api.video.get).replace(':id', '$1')}>; rel=preload; as=fetch; crossorigin`,
          ...files.map((file) => `</${file}>; rel=modulepreload`),
        ],
      }
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify([watch]) })
    },
  }
}

/** These chunks and everything that they import statically. */
function closure(bundle: Rolldown.OutputBundle, chunks: Rolldown.OutputChunk[]): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || files.has(name)) return
    files.add(name)
    chunk.imports.forEach(add)
  }
  for (const { fileName } of chunks) add(fileName)
  return files
}
