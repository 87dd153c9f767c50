import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/lib/temporary-files.ts'
import { SlowestFirst } from './scripts/test/slow-files.ts'

keepTemporaryFilesInMemory()
// Tests start the program many times: its code is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/vireo-compiled')

/** Tests that need a document: those of web components, and a few others. */
const domTests = ['web/**/*.test.tsx', 'web/**/*.dom.test.ts']
const notTests = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    globalSetup: ['server/test/database/postgres.global.ts'],
    // Real encoding at low priority takes its time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contract,server,web,scripts}/**/*.test.ts'],
          exclude: [...notTests, ...domTests],
          pool: 'forks',
          // Modules are loaded once per worker instead of once per file.
          isolate: false,
          setupFiles: ['server/test/hash-cost.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: domTests,
          exclude: notTests,
          environment: 'happy-dom',
          // Each file gets its own document and its own modules, so that no toast or timer of another file is left in
          // it. Threads do this with a third of the CPU time that processes need.
          pool: 'vmThreads',
          setupFiles: ['web/test/timeouts.ts'],
        },
      },
    ],
  },
})
