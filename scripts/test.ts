import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { ensureChromium, ensureFfmpeg, ensureSwift } from './ensure-tools.ts'
import { failPlainly } from './fail-plainly.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}

const reports = mkdtempSync(join(tmpdir(), 'vireo-reports-'))

// npm test: checks, the build with its budgets, unit and API tests, browser tests. Stops at the first failure.
await failPlainly(async () => {
  await ensureFfmpeg()
  const chromium = await ensureChromium()
  await ensureSwift()
  run('npm', ['run', 'check'])
  buildWeb()
  const unitReport = join(reports, 'unit.json')
  run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`])
  const browserReport = join(reports, 'browser.json')
  run('npm', ['run', 'test:e2e'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  })
  const counts = [readVitest(unitReport), readPlaywright(browserReport)]
  const sum = (part: keyof Count) => counts.reduce((total, count) => total + count[part], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
})

function run(command: string, args: string[], env: Record<string, string> = {}): void {
  console.log(`\n> ${command} ${args[0]} ${args[1] ?? ''}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

function readVitest(path: string): Count {
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
}

function readPlaywright(path: string): Count {
  const { stats } = JSON.parse(readFileSync(path, 'utf8'))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}
