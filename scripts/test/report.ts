import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** The result of a run of unit or browser tests. */
export interface Report {
  tests: TestResult[]
  /** By the path of a test file, hooks included. */
  fileSeconds: Record<string, number>
  /** Failures outside tests. */
  errors: string[]
}

export interface TestResult {
  file: string
  name: string
  state: 'passed' | 'failed' | 'skipped'
  seconds: number
  /** Set if the test failed. */
  error?: string
  /** The arguments that run only this test. */
  selection: string[]
}

/** Where the reporters of both kinds of tests write their report. */
export const reportVariable = 'TEST_REPORT_FILE'

/** The report of a finished run; an aborted run has none. */
export function readReport(path: string, didSucceed: boolean): Report {
  if (!existsSync(path)) return { tests: [], fileSeconds: {}, errors: ['The run ended without a report.'] }
  const report: Report = JSON.parse(readFileSync(path, 'utf8'))
  const hasCause = report.errors.length > 0 || report.tests.some(({ state }) => state === 'failed')
  if (!didSucceed && !hasCause) report.errors.push('The run failed outside of its tests: see its output.')
  return report
}

export const failedTests = ({ tests }: Report) => tests.filter(({ state }) => state === 'failed')

export const titleOf = ({ file, name }: TestResult) => `${file} > ${name}`

/** The beginning of an error without the colours of a terminal, for a summary. */
export const shorten = (error = '') =>
  stripVTControlCharacters(error).trim().split('\n').slice(0, 12).join('\n')

/** A command as typed into a shell. */
export const quote = (words: string[]) =>
  words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
