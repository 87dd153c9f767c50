import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// npm run bench [name …]: each benchmark prints its ratios to a baseline measured in the same run.
const requested = process.argv.slice(2)
const all = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.bench.ts'))
  .sort()
const nameOf = (path: string) => path.replace(/^.*[\\/]/, '').replace('.bench.ts', '')
const unknown = requested.filter((name) => !all.some((path) => nameOf(path) === name))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(' or ')}. There are: ${all.map(nameOf).join(', ')}`)
  process.exitCode = 1
}
for (const path of all) {
  if (requested.length > 0 && !requested.includes(nameOf(path))) continue
  console.log(`\n# ${nameOf(path)}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, path)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
