import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// npm run bench [name …]: each benchmark prints its ratios to a baseline measured in the same run.
const asked = process.argv.slice(2)
const all = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''))
for (const name of asked.length > 0 ? asked : all) {
  console.log(`\n# ${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.bench.ts`)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
