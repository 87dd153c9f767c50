import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.txt'])
const minBytes = 1024
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Writes .br and .gz siblings once at build time, so that the server never compresses a static file. */
export function compress(): Plugin {
  let outDir = ''
  return {
    name: 'vireo-compress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    // After Vite has also copied the public folder and written the manifest.
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(outDir) },
  }
}

async function compressFolder(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(file: string) {
  const source = await readFile(file)
  if (source.length < minBytes) return
  const brotli = await brotliAsync(source, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  })
  const gzipped = await gzipAsync(source, { level: 9 })
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}
