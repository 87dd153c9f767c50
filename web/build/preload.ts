import type { Plugin } from 'vite'
import { watchPath } from '../src/navigation/links/watch-path.ts'
import { engine, filesOf, pageModules } from './page-files.ts'

/** The files that the server announces with index.html, for addresses that match `path`. */
interface Preload {
  /** A regular expression. */
  path: string
  /** Values of the Link header. */
  links: string[]
}

const { start, earlyVideo, app, shell, watch } = pageModules

/**
 * Writes preload.json. Without it a browser discovers a page's files one after the other; with it, all are requested
 * together with the page, a video's files first.
 */
export function preload(): Plugin {
  return {
    name: 'vireo-preload',
    apply: 'build',
    generateBundle(_, bundle) {
      const videoFiles = filesOf([start, earlyVideo, engine], bundle)
      const pageFiles = filesOf([app, shell, watch], bundle).filter((file) => !videoFiles.includes(file))
      const preloads: Preload[] = [
        {
          path: watchPath,
          links: [
            ...videoFiles.map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
            ...pageFiles.map(({ fileName }) => `</${fileName}>; rel=modulepreload; fetchpriority=low`),
          ],
        },
        {
          path: '^.*$',
          links: filesOf([app], bundle).map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
        },
      ]
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(preloads) })
    },
  }
}
