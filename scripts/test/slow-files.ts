import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds by test file. In the repository, because a new checkout has no results of earlier runs. */
const list = new URL('slow-files.json', import.meta.url)
const slowSeconds = 5

const readList = (): Record<string, number> =>
  existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}

/** Begins with the slowest files, so that none of them runs alone at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const seconds = readList()
    const secondsOf = ({ moduleId }: TestSpecification) => seconds[relative('', moduleId)] ?? 0
    return (await super.sort(files)).sort((a, b) => secondsOf(b) - secondsOf(a))
  }
}

/**
 * Rewrites the list if it is far off: if the time of a file differs by a factor of two and by five seconds, after
 * scaling the list to this machine.
 */
export function updateList(measured: Record<string, number>): void {
  const listed = readList()
  const known = Object.keys(listed).filter((file) => measured[file])
  const sum = (seconds: Record<string, number>) =>
    known.reduce((total, file) => total + (seconds[file] ?? 0), 0)
  const scale = sum(listed) / sum(measured) || 1
  const isWrong = (file: string) => {
    const [is, was] = [(measured[file] ?? 0) * scale, listed[file] ?? 0]
    return Math.abs(is - was) > slowSeconds && Math.max(is, was) > 2 * Math.min(is, was)
  }
  if (![...Object.keys(measured), ...Object.keys(listed)].some(isWrong)) return
  const slow = Object.entries(measured)
    .filter(([, seconds]) => seconds >= slowSeconds)
    .sort(([, a], [, b]) => b - a)
    .map(([file, seconds]) => [file, Math.round(seconds)])
  writeFileSync(list, `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`)
  console.log(
    'The list of slow test files was wrong and has been written again: scripts/test/slow-files.json',
  )
}
