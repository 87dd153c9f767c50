import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/context/config.ts'
import { settingNames } from '../../src/context/settings.ts'
import { listMigrations } from '../../src/db/migrate.ts'
import { listFiles, listSources, read, root } from './sources.ts'

describe('settings', () => {
  it('are read from the environment by main.ts and nowhere else', () => {
    const folders = ['contract/src', 'server/src', 'web/src']
    const readers = folders.flatMap(listSources).filter((path) => /\bprocess\.env\b/.test(read(path)))
    expect(readers).toEqual(['server/src/main.ts'])
  })

  it('are all in .env.example, each with a comment and its actual default', () => {
    const text = read('.env.example')
    const example = parseEnv(text) as Record<string, string>
    expect(Object.keys(example).sort()).toEqual([...settingNames].sort())
    expect(readConfig(example)).toEqual(readConfig({}))
    for (const name of settingNames) expect(text).toMatch(new RegExp(`\\n# .+\\n${name}=`))
  })

  it('are all in the README', () => {
    for (const name of settingNames) expect(read('README.md')).toContain(`\`${name}\``)
  })
})

it('migrations are numbered without gaps', async () => {
  const names = await listMigrations()
  expect(names.length).toBeGreaterThan(2)
  names.forEach((name, i) => {
    expect(name).toMatch(new RegExp(`^${String(i + 1).padStart(4, '0')}_[a-z0-9_]+\\.sql$`))
  })
})

describe('docs/conformance', () => {
  const rows = listFiles('docs/conformance', /\.md$/)
    .filter((path) => !path.endsWith('README.md'))
    .flatMap((path) => read(path).split('\n'))
    .filter((line) => line.startsWith('|') && line !== '| --- | --- |' && line !== '| statement | shown by |')
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )

  it('has a statement and its evidence in every row', () => {
    expect(rows.length).toBeGreaterThan(500)
    for (const row of rows) expect(row, row.join(' | ')).toHaveLength(2)
    for (const [statement] of rows) expect(statement).not.toBe('')
  })

  it('names only tests that exist', () => {
    const named = rows.flatMap(([, shown = '']) => [...shown.matchAll(/`([^`]+?) › ([^`]+)`/g)])
    expect(named.length).toBeGreaterThan(500)
    const has = (file: string, name: string) =>
      existsSync(join(root, file)) &&
      ["'", '"', '`'].some((quote) => read(file).includes(quote + name + quote))
    const missing = named.filter(([, file = '', name = '']) => !has(file, name))
    expect(missing.map(([shown]) => shown)).toEqual([])
  })

  it('names only decisions that exist', () => {
    const decisions = listFiles('docs/decisions', /\.md$/)
    const named = rows.flatMap((row) => row.join(' ').match(/docs\/decisions\/[\w.-]+\.md/g) ?? [])
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((path) => !decisions.includes(path))).toEqual([])
  })
})

it('no line of a comment or of prose is longer than 120 columns', () => {
  const never = /(?!)/g
  const kinds = [
    { files: /\.(ts|tsx|js|css)$/, line: /^\s*(\/\/|\/?\*|\{\/\*)/, exempt: never },
    // Bodies of functions in migrations cannot be changed.
    { files: /\.sql$/, line: /^\s*--/, exempt: /\$\$.*?\$\$/gs },
    { files: /\.(sh|ya?ml|conf|service)$|Containerfile$|\.npmrc$|\.example$/, line: /^\s*#/, exempt: never },
    // Tables, headings and blocks of code cannot be wrapped.
    { files: /\.md$/, line: /^\s*[^|#\s]/, exempt: /^ *```.*?^ *```/gms },
  ]
  const folders = ['bench', 'contract', 'deploy', 'docs', 'e2e', 'scripts', 'server', 'web']
  const paths = ['.env.example', '.npmrc', 'README.md', 'vitest.config.ts'].concat(
    folders.flatMap((folder) => listFiles(folder, /^(?!.*\/dist\/)/)),
  )
  const long = paths.flatMap((path) => {
    const kind = kinds.find(({ files }) => files.test(path))
    if (!kind) return []
    const text = read(path).replace(kind.exempt, (block) => block.replace(/./g, ''))
    return text.split('\n').flatMap((line, i) => {
      const isLong = kind.line.test(line) && line.replace(/\bhttps?:\S+/g, '').length > 120
      return isLong ? [`${path}:${i + 1}`] : []
    })
  })
  expect(long).toEqual([])
})

it('every decision has its number, a date and a status', () => {
  for (const path of listFiles('docs/decisions', /\.md$/)) {
    const number = Number(/\/(\d{4})-/.exec(path)?.[1])
    expect(read(path), path).toMatch(
      new RegExp(
        `^# ${number}\\. .+\\n\\n\\d{4}-\\d\\d-\\d\\d · (accepted|replaced by \\[\\d+\\]\\(.+\\.md\\))\\n`,
      ),
    )
  }
})
