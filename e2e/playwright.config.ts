import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { ensureChromium } from '../scripts/ensure-tools.ts'

// Each worker starts the program: its code is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/vireo-compiled')

export default defineConfig({
  testDir: 'tests',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // A test that passes only sometimes is broken: it is never tried twice.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // A test would wait for whatever slides and fades; those about motion ask for it.
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
        // Or it would depend on whether a test happened to look at the page before its video started.
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
