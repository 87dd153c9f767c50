import type { Plugin, Rolldown } from 'vite'
import { watchPath } from '../src/navigation/links/watch-path.ts'

/** For the addresses that match `path`: what the server announces in the headers of index.html. */
export interface Preload {
  /** A regular expression. */
  path: string
  /** Values of the Link header. */
  links: string[]
}

const video = /(src\/(app\/start|features\/pages\/watch\/early\/early-video)\.ts|hls\.light\.min\.mjs)$/
const app = /src\/app\/main\.tsx$/
const watchPage = /src\/(app\/(main|shell\/shell)|routes\/watch)\.tsx$/

/** Writes preload.json: the files of a page are requested together, not one after the other, a video's first. */
export function preload(): Plugin {
  return {
    name: 'vireo-preload',
    apply: 'build',
    generateBundle(_, bundle) {
      const videoFiles = closure(bundle, video)
      const pageFiles = [...closure(bundle, watchPage)].filter((file) => !videoFiles.has(file))
      const preloads: Preload[] = [
        {
          path: watchPath,
          links: [
            ...[...videoFiles].map((file) => `</${file}>; rel=modulepreload`),
            ...pageFiles.map((file) => `</${file}>; rel=modulepreload; fetchpriority=low`),
          ],
        },
        { path: '^.*$', links: [...closure(bundle, app)].map((file) => `</${file}>; rel=modulepreload`) },
      ]
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(preloads) })
    },
  }
}

/** The chunks of these modules and everything that they import statically. */
function closure(bundle: Rolldown.OutputBundle, modules: RegExp): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || files.has(name)) return
    files.add(name)
    chunk.imports.forEach(add)
  }
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => modules.test(id))) add(file.fileName)
  return files
}
