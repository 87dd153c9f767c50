import { readConfig } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import { runWorker } from '../src/worker.ts'

/** Three parts of the clip `long`. */
export const shortParts = { overSeconds: 5, partSeconds: 3 }

// As a program it is a worker in a separate process, for a test to kill.
if (import.meta.main) {
  const config = {
    ...readConfig({ ...process.env, LOG_LEVEL: 'silent', WORKER_CONCURRENCY: '1' }),
    ladderParts: shortParts,
  }
  await runWorker(await createContext(config))
}
