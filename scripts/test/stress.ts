import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endChildrenOnSignals } from '../lib/children.ts'
import { failPlainly } from '../lib/fail-plainly.ts'
import { failedTests, titleOf } from './report.ts'
import { type Kind, runTests } from './run-tests.ts'

const logs = 'stress-results'

// npm run test:stress -- [--times 3] [--loops 2] [files]: runs tests repeatedly on a busy machine, and lists the tests
// that failed at least once.
await failPlainly(async () => {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: { times: { type: 'string', default: '3' }, loops: { type: 'string', default: '2' } },
  })
  const [times, loops] = [readCount('times', values.times), readCount('loops', values.loops)]
  endChildrenOnSignals()
  rmSync(logs, { recursive: true, force: true })
  mkdirSync(logs)
  const busy = Array.from({ length: loops }, startBusyLoop)
  const failures = new Map<string, string[]>()
  for (let round = 1; round <= times; round += 1)
    for (const kind of ['unit', 'browser'] as const) {
      const selection = selectionOf(kind, files)
      if (!selection) continue
      const logFile = join(logs, `${kind}-${round}.log`)
      console.log(`Round ${round} of ${times}: ${kind} tests, output in ${logFile}`)
      const output = kind === 'browser' ? [`--output=${join(logs, `${kind}-${round}`)}`] : []
      const report = await runTests(kind, [...selection, ...output], logFile)
      for (const title of [...failedTests(report).map(titleOf), ...report.errors])
        failures.set(title, [...(failures.get(title) ?? []), logFile])
    }
  for (const loop of busy) loop.kill()
  printFailures(failures, times)
  process.exitCode = failures.size > 0 ? 1 : 0
})

function readCount(name: string, value: string): number {
  if (/^\d+$/.test(value)) return Number(value)
  throw new Error(`--${name} must be a number, not ${value}`)
}

/** The files of this kind. Parts of a path, such as `likes`, may match both kinds. */
function selectionOf(kind: Kind, files: string[]): string[] | undefined {
  const others = kind === 'unit' ? '.spec.ts' : '.test.ts'
  const selected = files.filter((file) => !file.includes(others))
  if (files.length > 0 && selected.length === 0) return undefined
  return [...selected, kind === 'unit' ? '--passWithNoTests' : '--pass-with-no-tests']
}

/** Keeps one core busy for as long as this process lives. */
function startBusyLoop(): ChildProcess {
  const code = `const parent = process.ppid
    while (process.ppid === parent) for (const end = Date.now() + 500; Date.now() < end; );`
  return spawn(process.execPath, ['-e', code], { stdio: 'ignore' })
}

function printFailures(failures: Map<string, string[]>, times: number): void {
  if (failures.size === 0) console.log(`No test failed in ${times} rounds.`)
  for (const [title, logFiles] of failures)
    console.log(`\nfailed ${logFiles.length} of ${times} times: ${title}\n  ${logFiles.join(', ')}`)
}
