import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { type Report, reportVariable, shorten, type TestResult } from '../../scripts/test/report.ts'

/** Writes the report of a run of Playwright. */
// biome-ignore lint/style/noDefaultExport: required by Playwright
export default class BrowserReporter implements Reporter {
  #tests: TestCase[] = []
  #errors: string[] = []

  onBegin(_config: FullConfig, suite: Suite) {
    this.#tests = suite.allTests()
  }

  onError({ message = '' }: TestError) {
    this.#errors.push(`Outside of a test: ${message}`)
  }

  onEnd() {
    const report: Report = { tests: this.#tests.map(toResult), fileSeconds: {}, errors: this.#errors }
    for (const { file, seconds } of report.tests)
      report.fileSeconds[file] = (report.fileSeconds[file] ?? 0) + seconds
    writeFileSync(process.env[reportVariable] ?? '', JSON.stringify(report))
  }
}

const states = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const

function toResult(test: TestCase): TestResult {
  const file = relative('', test.location.file)
  return {
    file,
    // The first three are the run, the project and the file.
    name: test.titlePath().slice(3).join(' > '),
    state: states[test.outcome()],
    seconds: test.results.reduce((sum, { duration }) => sum + duration / 1000, 0),
    error: shorten(test.results.at(-1)?.error?.message),
    selection: [`${file}:${test.location.line}`],
  }
}
