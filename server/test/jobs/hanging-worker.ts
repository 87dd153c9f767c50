import { t } from '@vireo/contract'
import { connect } from '../../src/db/sql.ts'
import { defineJob } from '../../src/jobs/define-job.ts'
import { startWorker } from '../../src/jobs/run-worker.ts'
import { createLogger } from '../../src/lib/logger.ts'

// A worker in a separate process that starts a job and never finishes it, for a test to kill.
const [databaseUrl = ''] = process.argv.slice(2)
await startWorker({
  context: undefined,
  jobs: [
    defineJob({
      name: 'test:long',
      payload: t.object({}),
      maxAttempts: 5,
      timeoutSeconds: 600,
      handler: () => {
        process.stdout.write('started\n')
        return new Promise<void>(() => {})
      },
    }),
  ],
  databaseUrl,
  sql: connect(databaseUrl, { max: 2 }),
  log: createLogger('silent'),
  concurrency: { light: 1, push: 1, playable: 1, heavy: 1 },
})
