import { readConfig } from '../../src/context/config.ts'
import { createContext } from '../../src/context/context.ts'
import { runWorker } from '../../src/program/worker.ts'

/** Three parts of six or eight seconds, two of four. */
export const shortParts = { overSeconds: 3, partSeconds: 2.8 }

// As a program it is a worker in a separate process, for a test to kill.
if (import.meta.main) {
  const config = {
    ...readConfig({ ...process.env, LOG_LEVEL: 'silent', WORKER_CONCURRENCY: '1' }),
    ladderParts: shortParts,
  }
  await runWorker(await createContext(config))
}
