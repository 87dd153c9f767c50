import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.ts'
import { SlowestFirst } from './scripts/test/slow-files.ts'

keepTemporaryFilesInMemory()
// Tests start the program many times: its code is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/vireo-compiled')

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/test/postgres.global.ts'],
    setupFiles: ['web/test/patience.ts'],
    // Real encoding at low priority takes its time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 3,
    // Modules are loaded once per worker instead of once per file.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
  },
})
