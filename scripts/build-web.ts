import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failPlainly } from './lib/fail-plainly.ts'

const root = join(import.meta.dirname, '..')
const sources = [
  'package-lock.json',
  'contract/src',
  'web/build',
  'web/embed.html',
  'web/embed-unavailable.html',
  'web/first-paint',
  'web/index.html',
  'web/package.json',
  'web/public',
  'web/service-worker',
  'web/src',
  'web/vite.config.ts',
]
const stamp = join(root, 'web/dist/.sources')

/** Builds the web unless the existing build was made from the same sources. */
export function buildWeb(): void {
  const hash = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the web …')
  // Tests call this too, with a NODE_ENV that would select the development versions of the libraries.
  const env = { ...process.env, NODE_ENV: 'production' }
  const options = { cwd: root, env, stdio: 'inherit' } as const
  const { status } = spawnSync('npm', ['run', 'build', '--workspace', 'web'], options)
  if (status !== 0) throw new Error('The web could not be built')
  writeFileSync(stamp, hash)
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(listFiles))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const entries = readdirSync(join(root, path)).sort()
  return entries.filter((entry) => !entry.includes('.test.')).flatMap((entry) => listFiles(join(path, entry)))
}

if (import.meta.main) await failPlainly(async () => buildWeb())
