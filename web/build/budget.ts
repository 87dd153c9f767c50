import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { embedScripts } from './embed.ts'
import { engine, filesOf, pageModules } from './page-files.ts'

const { start, app, shell, home, watch, auth, earlyVideo } = pageModules

/**
 * The modules that the first visit to a route loads, and their limit in kB (1000 bytes, brotli). React, its router and
 * the query cache are three quarters of the first two. See docs/contributing.md if one is full.
 */
const budgets = [
  // The sign-in form; other ways to sign in and the sign-up form load later.
  { route: '/auth', modules: [start, app, auth], limit: 130 },
  // The layout, its bars and the list of videos; menus and dialogs load later.
  { route: '/', modules: [start, app, shell, home], limit: 130 },
  // The same layout, the player with its controls, and 96 kB of hls.js.
  { route: '/watch', modules: [start, app, earlyVideo, shell, watch, engine], limit: 260 },
]
/** The embedded player: hls.js and controls without React, from a separate build. */
const embedLimit = 150

/** Fails the build when a route's first visit transfers more JavaScript than its budget. */
export function budget(): Plugin {
  return {
    name: 'vireo-budget',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler(_, bundle) {
        const visits = budgets.map(({ route, modules, limit }) => ({
          route,
          limit,
          files: filesOf(modules, bundle).map(({ fileName, code }) => weigh(fileName, code)),
        }))
        visits.push({ route: '/embed', limit: embedLimit, files: weighEmbed(bundle) })
        const report = visits.map(describe).join('\n')
        if (visits.some(({ files, limit }) => sum(files) > limit * 1000))
          this.error(`JavaScript budget exceeded\n${report}`)
        this.info(`JavaScript budget\n${report}`)
      },
    },
  }
}

type File = { name: string; bytes: number }

const weigh = (name: string, code: string | Uint8Array): File => ({
  name,
  bytes: brotliCompressSync(code).length,
})

function weighEmbed(bundle: Rolldown.OutputBundle): File[] {
  return Object.values(bundle).flatMap((file) =>
    file.type === 'asset' && file.fileName.startsWith(`${embedScripts}/`)
      ? [weigh(file.fileName, file.source)]
      : [],
  )
}

function describe({ route, limit, files }: { route: string; limit: number; files: File[] }) {
  const lines = files
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `  ${kilobytes(bytes).padStart(8)}  ${name}`)
  return [`${route}: ${kilobytes(sum(files))} of ${limit} kB JavaScript (brotli)`, ...lines].join('\n')
}

const sum = (files: File[]) => files.reduce((total, { bytes }) => total + bytes, 0)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
