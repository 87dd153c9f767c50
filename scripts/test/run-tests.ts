import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '../lib/children.ts'
import { type Report, readReport, reportVariable } from './report.ts'

const modules = join(import.meta.dirname, '../../node_modules')
const reports = mkdtempSync(join(tmpdir(), 'vireo-reports-'))

export type Kind = 'unit' | 'browser'
export const scripts = { unit: 'test:unit', browser: 'test:e2e' } as const

/** The commands of these npm scripts. Without npm, signals arrive and half a second is saved. */
const commands = {
  unit: [
    join(modules, 'vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=./scripts/test/unit-reporter.ts',
  ],
  browser: [join(modules, '@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'],
} as const

let count = 0

/** Runs the selected tests, by default all. Their output goes to `logFile` or, without it, is shown. */
export async function runTests(kind: Kind, selection: string[] = [], logFile?: string): Promise<Report> {
  count += 1
  const file = join(reports, `${count}.json`)
  const isDone = await runChild([process.execPath, ...commands[kind], ...selection], {
    env: { [reportVariable]: file },
    logFile,
  })
  return readReport(file, isDone)
}
