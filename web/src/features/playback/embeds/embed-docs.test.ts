import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const repository = new URL('../../../../../', import.meta.url).pathname

test('the code for other sites in docs/embed.md has correct types', async () => {
  const docs = await readFile(join(repository, 'docs/embed.md'), 'utf8')
  const blocks = [...docs.matchAll(/```ts\n([\s\S]*?)\n```/g)].map(([, code]) => code)
  expect(blocks).toHaveLength(2)
  const folder = await mkdtemp(join(tmpdir(), 'vireo-docs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'helper.ts'), blocks.join('\n'))
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '']
  const tsc = join(repository, 'node_modules/.bin/tsc')
  await promisify(execFile)(tsc, [...options, 'helper.ts'], { cwd: folder }).catch(
    (error: Error & { stdout: string }) => {
      throw new Error(`${error.message}\n${error.stdout}`)
    },
  )
}, 60_000)
