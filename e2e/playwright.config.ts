import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { ensureChromium } from '../scripts/lib/ensure-tools.ts'
import { keepTemporaryFilesInMemory } from '../scripts/lib/temporary-files.ts'
import { reportVariable } from '../scripts/test/report.ts'
import { allBrowsersVariable } from './support/browsers/browsers.ts'

keepTemporaryFilesInMemory()
// Each worker starts a server; the cache avoids compiling its code each time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/vireo-compiled')

/** The browser renders the suggestions of its address bar as pages, which takes 1.5 s of CPU in every test. */
const addressBarFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
/** The features that Playwright disables, repeated because only the last list applies. */
const playwrightFeatures = [
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay'],
  ...['MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  'ThirdPartyStoragePartitioning',
]

export default defineConfig({
  testDir: 'tests',
  // Run by `npm run test:browsers`: all in all they take minutes.
  testIgnore: process.env[allBrowsersVariable] ? [] : 'browsers/main-ways.spec.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // A flaky test is a broken test, so none is retried.
  retries: 0,
  // Longer than any step takes on a busy machine, so that only broken tests reach these limits.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: process.env[reportVariable] ? [['list'], ['./support/reporter.ts']] : 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Avoids waiting for animations; tests of motion turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: await ensureChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${[...playwrightFeatures, ...addressBarFeatures].join(',')}`,
        // Otherwise autoplay would depend on whether Playwright has already interacted with the page.
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
