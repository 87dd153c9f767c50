import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { dirname, join as joinPosix } from 'node:path/posix'

export const root = join(import.meta.dirname, '../../..')
export const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The files under a folder of the repository, as paths from its root. */
export function listFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .sort()
}

const isForTests = (path: string) => /(\.test\.tsx?|\.fixture\.ts|test-kit\.ts)$/.test(path)

/** The program's own files: no tests, and nothing that only tests use. */
export const listSources = (folder: string) =>
  listFiles(folder, /\.(ts|tsx|js)$/).filter((path) => !isForTests(path))

export interface Import {
  from: string
  /** A path from the root for our own files, else the package as it is written. */
  to: string
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

export function listImports(folder: string): Import[] {
  return listSources(folder).flatMap((from) =>
    [...read(from).matchAll(importPattern)].map(([, a, b, c]) => {
      const target = a ?? b ?? c ?? ''
      return { from, to: target.startsWith('.') ? joinPosix(dirname(from), target) : target }
    }),
  )
}

/** Whether a file writes SQL: a tagged template of the database, whole statements or fragments. */
export const writesSql = (path: string) => /\b(?:db|sql|tx)(?:<(?:[^<>`]|<[^<>`]*>)*>)?`/.test(read(path))

/** The circles in a graph of imports, each as the names along it. */
export function findCircles(edges: readonly (readonly [from: string, to: string])[]): string[] {
  const circles: string[] = []
  const visited = new Set<string>()
  function visit(name: string, path: string[]) {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(' → '))
    if (path.includes(name) || visited.has(name)) return
    for (const [from, to] of edges) if (from === name) visit(to, [...path, name])
    visited.add(name)
  }
  for (const [from] of edges) visit(from, [])
  return circles
}
