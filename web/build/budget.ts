import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Manifest, Plugin } from 'vite'
import { embedScripts } from './embed.ts'

const always = ['index.html', 'base']

/** What the first visit to a route loads, and the most that it may weigh (kB of 1000 bytes, brotli). */
const budgets = [
  { route: '/auth', modules: [...always, 'src/routes/people/auth.tsx'], limit: 125 },
  { route: '/', modules: [...always, 'shell', 'src/routes/home.tsx'], limit: 125 },
  {
    route: '/watch',
    // The engine is a dynamic import, but no video plays without it.
    modules: [...always, 'early', 'shell', 'player', 'hls.js/dist/hls.light.min.mjs'],
    limit: 245,
  },
]
/** Of all scripts of the embedded player, which has a build of its own. */
const embedLimit = 150

/** Fails the build when a route's first visit transfers more JavaScript than its budget. */
export function budget(): Plugin {
  let outDir = ''
  return {
    name: 'vireo-budget',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
        const visits = budgets.map(({ route, modules, limit }) => ({
          route,
          limit,
          files: [...new Set(modules.flatMap((id) => closure(manifest, keyOf(manifest, id))))],
        }))
        const scripts = await readdir(join(outDir, embedScripts))
        visits.push({
          route: '/embed',
          limit: embedLimit,
          files: scripts.map((file) => join(embedScripts, file)),
        })
        const lines = []
        let exceeded = false
        for (const { route, files, limit } of visits) {
          const sizes = await Promise.all(files.map((file) => weigh(outDir, file)))
          const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
          exceeded ||= total > limit * 1000
          lines.push(`${route}: ${kilobytes(total)} of ${limit} kB JavaScript (brotli)`)
          for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
            lines.push(`  ${kilobytes(bytes).padStart(8)}  ${file}`)
          }
        }
        const report = lines.join('\n')
        if (exceeded) this.error(`JavaScript budget exceeded\n${report}`)
        this.info(`JavaScript budget\n${report}`)
      },
    },
  }
}

/** Packages are found by their own part of the path, wherever node_modules is, and groups of modules by their name. */
function keyOf(manifest: Manifest, id: string) {
  const isMeant = (key: string) =>
    key === id || key.endsWith(`/node_modules/${id}`) || manifest[key]?.name === id
  return Object.keys(manifest).find(isMeant) ?? id
}

/** A chunk and everything it imports statically: what the browser must have before it can run the chunk. */
function closure(manifest: Manifest, id: string, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const chunk = manifest[id]
  if (!chunk) throw new Error(`budget: ${id} is not in the manifest`)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((next) => closure(manifest, next, seen))]
}

async function weigh(outDir: string, file: string) {
  return { file, bytes: brotliCompressSync(await readFile(join(outDir, file))).length }
}

function kilobytes(bytes: number) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
