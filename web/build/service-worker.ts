import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { readColours, readMark } from './first-paint.ts'

const folder = new URL('../service-worker/', import.meta.url)
const read = (name: string) => readFile(new URL(name, folder), 'utf8')

/** Builds sw.js with the offline page in it. */
export function serviceWorker(): Plugin {
  return {
    name: 'vireo-service-worker',
    apply: 'build',
    async generateBundle() {
      const script = await buildScript('offline.ts')
      const styles = (await readColours()) + (await read('offline.css'))
      const page = (await read('offline.html'))
        .replace('BIRD', await readMark())
        .replace('/* styles */', () => styles)
        .replace('/* script */', () => script)
        .replace(/\s*\n\s*/g, '\n')
      const source = await buildScript('worker.ts', {
        __OFFLINE_PAGE__: JSON.stringify(page),
        __OFFLINE_POLICY__: JSON.stringify(policyFor(page)),
      })
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

/** The Content-Security-Policy of the offline page, which allows its one script. */
function policyFor(page: string): string {
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  return [
    "default-src 'none'",
    "connect-src 'self'",
    "img-src 'self'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

async function buildScript(name: string, define: Record<string, string> = {}): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: { input: fileURLToPath(new URL(name, folder)), output: { format: 'iife' } },
    },
  })
  const [{ output: chunks }] = [output].flat() as [Rolldown.RolldownOutput]
  return chunks[0].code
}
