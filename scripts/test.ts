import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endChildrenOnSignals, runChild } from './lib/children.ts'
import { ensureChromium, ensureFfmpeg, ensureSwift } from './lib/ensure-tools.ts'
import { failPlainly } from './lib/fail-plainly.ts'
import { failedTests, quote, type Report, type TestResult, titleOf } from './test/report.ts'
import { type Kind, runTests, scripts } from './test/run-tests.ts'
import { updateList } from './test/slow-files.ts'

/** Above this number of failures, a second try would not reveal more about the cause. */
const secondTries = 5

interface Failure {
  title: string
  error?: string
  /** Runs the test again. */
  command: string
}

/** The seconds that each part took. */
const parts: [name: string, seconds: number][] = []
const nothing: Report = { tests: [], fileSeconds: {}, errors: [] }
const logs = mkdtempSync(join(tmpdir(), 'vireo-logs-'))

// npm test: tools and the build, then unit and API tests beside the checks, then browser tests. Failures stop nothing.
await failPlainly(async () => {
  endChildrenOnSignals()
  const [notBuilt] = await measure(
    'tools, the build of the web, videos',
    Promise.all([build(), prepareTools()]),
  )
  const [unit, check] = await Promise.all([
    measure('unit tests', runPhase('unit')),
    measure('npm run check, beside them', runCheck()),
  ])
  if (failedTests(unit).length === 0 && unit.errors.length === 0) updateList(unit.fileSeconds)
  const browser = notBuilt.length > 0 ? nothing : await measure('browser tests', runPhase('browser'))
  const failures = [
    ...notBuilt,
    ...check,
    ...(await listFailures('unit', unit)),
    ...(await listFailures('browser', browser)),
  ]
  printSummary([...unit.tests, ...browser.tests], failures)
  process.exitCode = failures.length > 0 ? 1 : 0
})

async function measure<Result>(name: string, work: Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await work
  parts.push([name, (performance.now() - begun) / 1000])
  return result
}

async function prepareTools(): Promise<void> {
  await ensureFfmpeg()
  const videosReady = runChild([process.execPath, 'server/test/content/ready-videos.ts'])
  await ensureSwift()
  // Playwright's configuration looks for it as well.
  process.env.CHROMIUM_PATH = await ensureChromium()
  // If this fails, the tests that need the videos fail and report why.
  await videosReady
}

async function build(): Promise<Failure[]> {
  if (await runChild([process.execPath, 'scripts/build-web.ts'])) return []
  return [{ title: 'The web cannot be built, so no browser test has run.', command: 'npm run build' }]
}

/** Shows its output afterwards, because the unit tests run at the same time. */
async function runCheck(): Promise<Failure[]> {
  const logFile = join(logs, 'check.log')
  const command = ['npm', 'run', 'check']
  if (await runChild(command, { logFile })) return []
  return [{ title: `npm run check:\n${readFileSync(logFile, 'utf8').trim()}`, command: quote(command) }]
}

async function runPhase(kind: Kind): Promise<Report> {
  console.log(`\n> npm run ${scripts[kind]}`)
  return runTests(kind)
}

/** Retries failed tests once, to find those that fail only occasionally. They count as failed nevertheless. */
async function listFailures(kind: Kind, report: Report): Promise<Failure[]> {
  const failed = failedTests(report)
  const failures: Failure[] = report.errors.map((title) => ({ title, command: `npm run ${scripts[kind]}` }))
  for (const test of failed) {
    const command = quote(['npm', 'run', scripts[kind], '--', ...test.selection])
    const isFlaky = failed.length <= secondTries && (await passesOnRetry(kind, test))
    failures.push({
      title: `${titleOf(test)}${isFlaky ? ' (flaky: it passed on a second try)' : ''}`,
      error: test.error,
      command,
    })
  }
  return failures
}

async function passesOnRetry(kind: Kind, test: TestResult): Promise<boolean> {
  console.log(`\nA second try of ${titleOf(test)} …`)
  // Playwright empties its results folder, which contains the results of the first try.
  const output = kind === 'browser' ? [`--output=${join(logs, 'second-try')}`] : []
  const report = await runTests(kind, [...test.selection, ...output], join(logs, 'second-try.log'))
  return (
    report.errors.length === 0 &&
    failedTests(report).length === 0 &&
    report.tests.some(({ state }) => state === 'passed')
  )
}

function printSummary(tests: TestResult[], failures: Failure[]): void {
  console.log(`\nThe slowest of ${tests.length} tests:`)
  for (const test of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`  ${test.seconds.toFixed(1).padStart(6)} s  ${titleOf(test)}`)
  console.log('\nTime of each part:')
  for (const [name, seconds] of parts) console.log(`  ${seconds.toFixed(0).padStart(4)} s    ${name}`)
  if (failures.length > 0) console.log('\nFailed, with the command that runs it again:')
  for (const { title, error = '', command } of failures)
    console.log(`\n  ${title}\n${error && `${error.replace(/^/gm, '      ')}\n`}    ${command}`)
  const count = (wanted: TestResult['state']) => tests.filter(({ state }) => state === wanted).length
  // Failed builds and checks count as well, so that the last line never looks like success.
  console.log(`\n${count('passed')} passed, ${failures.length} failed, ${count('skipped')} skipped`)
}
