import { join } from 'node:path'
import { allBrowsersVariable, otherBrowsers } from '../../e2e/support/browsers/browsers.ts'
import { endChildrenOnSignals, runChild } from '../lib/children.ts'
import { failPlainly } from '../lib/fail-plainly.ts'

const playwright = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js')
// A browser that decodes video keeps a core busy, so one after the other.
const command = [
  process.execPath,
  playwright,
  'test',
  '-c',
  'e2e/playwright.config.ts',
  '--workers=1',
  'tests/browsers',
]

// npm run test:browsers: the main ways in every installed browser besides Chromium.
await failPlainly(async () => {
  endChildrenOnSignals()
  for (const { name, packages, launch } of otherBrowsers)
    if (!launch) console.log(`${name} is not installed, so it is skipped. Debian's packages: ${packages}`)
  if (otherBrowsers.every(({ launch }) => !launch)) throw new Error('There is no browser to test.')
  const hasPassed = await runChild([...command, ...process.argv.slice(2)], {
    env: { [allBrowsersVariable]: '1' },
  })
  process.exitCode = hasPassed ? 0 : 1
})
