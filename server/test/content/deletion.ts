import { api, limits } from '@vireo/contract'
import { sweepExpiredJob } from '../../src/features/lifecycle/housekeeping/housekeeping.jobs.ts'
import { enqueue } from '../../src/jobs/define-job.ts'
import type { TestApp } from '../app/app.ts'

type Client = Awaited<ReturnType<TestApp['signedIn']>>

/** Advances the clock past the time in which deleted accounts can be restored, and has them removed. */
export async function passRestorePeriod(app: TestApp): Promise<void> {
  app.clock.advance(limits.closingSeconds)
  await enqueue(app.context.sql, sweepExpiredJob, {})
  await app.runJobs()
}

/** Deletes an account and ends the time in which it can be restored. */
export async function deleteAccountPermanently(app: TestApp, client: Client): Promise<void> {
  const { status, message } = await client.call(api.accountDeletion.deleteAccount, {
    body: { password: client.person.password },
  })
  if (status !== 200) throw new Error(message)
  await passRestorePeriod(app)
}
