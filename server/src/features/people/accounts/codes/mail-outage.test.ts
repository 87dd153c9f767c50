import { api, limits } from '@vireo/contract'
import { expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../../../test/app/app.ts'
import { makeJobsDue } from '../../../../../test/jobs/worker.ts'
import { testPassword } from '../../../../../test/password.ts'
import { startMailbox } from '../../../../../test/programs/mailbox.ts'

it('while the mail server is unavailable, notices are retried for a day and codes until they expire', async () => {
  const gone = await startMailbox()
  await gone.close()
  const app = await createTestApp({ MAIL_URL: gone.url })
  onTestFinished(app.close)
  const { sql } = app.context
  const mailJobs = () => sql`
    select task_identifier as name, attempts, run_at > now() as "isLater" from graphile_worker.jobs
    where task_identifier like 'accounts:send%' and locked_at is null order by name`
  const notice = { name: 'accounts:send-notice', attempts: 0, isLater: true }
  const code = { name: 'accounts:send-code', attempts: 0, isLater: true }

  const person = await app.signedIn()
  const newPassword = 'Songbird8'
  await person.call(api.accounts.changePassword, {
    body: { oldPassword: testPassword, newPassword },
  })
  await app.visitor().call(api.accounts.sendEmailOtp, { body: { email: 'newcomer@example.org' } })
  await app.runJobs()
  expect(await mailJobs()).toEqual([code, notice])
  await sql`update graphile_worker._private_jobs set created_at = now() - interval '23 hours'
    where payload ->> 'subject' like '%password%'`
  await makeJobsDue(sql)
  await app.runJobs()
  expect(await mailJobs()).toEqual([code, notice])

  // The mail server is back after the code has expired.
  app.clock.advance(limits.otpLifetimeSeconds + 1)
  const mailbox = await startMailbox(Number(new URL(gone.url).port))
  onTestFinished(mailbox.close)
  await makeJobsDue(sql)
  await app.runJobs()
  expect(await mailJobs()).toEqual([])
  expect(mailbox.received).toMatchObject([
    { to: person.person.email, subject: 'Your Vireo password was changed' },
  ])
})
