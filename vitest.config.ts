import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.ts'
import { SlowestFirst } from './scripts/test/slow-files.ts'

keepTemporaryFilesInMemory()
// Tests start the program many times: its code is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/vireo-compiled')

/** Tests of web components, and of what else needs a document. */
const inDom = ['web/**/*.test.tsx', 'web/**/*.dom.test.ts']
const isElsewhere = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    globalSetup: ['server/test/postgres.global.ts'],
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
          exclude: [...isElsewhere, ...inDom],
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
          include: inDom,
          exclude: isElsewhere,
          environment: 'happy-dom',
          // Each file has a document of its own, without toasts and timers of others. Threads have it at a third of the cost
          // of processes.
          pool: 'vmThreads',
          setupFiles: ['web/test/patience.ts'],
        },
      },
    ],
  },
})
