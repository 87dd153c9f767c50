import { siteUrl } from '../../../context/config.ts'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { formatDay, secondsAfter } from '../../../lib/clock.ts'
import { sendNoticeJob } from '../../people/accounts/accounts.jobs.ts'
import { deleteUnwanted, endExport } from './exports.queries.ts'

const lifetimeSeconds = 7 * 24 * 3600

/** The export was removed while it was being made, or the account of its person is no longer active. */
export class ExportCancelledError extends Error {
  override readonly name = 'ExportCancelledError'
  override readonly message = 'The export is not wanted any more'
}

const pageOf = ({ config }: Context) => `${siteUrl(config)}/settings#your-data`

/** Call it in the transaction that makes the stored file final. */
export async function finishExport(
  context: Context,
  tx: Tx,
  id: string,
  file: { folder: string; bytes: number },
): Promise<void> {
  const now = context.clock.now()
  const expires_at = secondsAfter(now, lifetimeSeconds)
  const email = await endExport(tx, id, { status: 'ready', failure: null, expires_at, ...file }, now)
  if (!email) throw new ExportCancelledError()
  const subject = 'Your Vireo data is ready'
  const text = `The data that you asked for can be downloaded until ${formatDay(expires_at)}, here:\n\n${pageOf(context)}\n\nIf you did not ask for it, change your password.\n`
  await enqueue(tx, sendNoticeJob, { email, subject, text })
}

export const outOfSpace =
  'There is not enough room on the server for your data. Try again later, or without the files.'
const failed = 'Your data could not be prepared. Please try again.'

export async function failExport(context: Context, id: string, failure = failed): Promise<void> {
  const { sql, clock } = context
  const now = clock.now()
  const expires_at = secondsAfter(now, lifetimeSeconds)
  await sql.begin(async (tx) => {
    const ended = { status: 'failed', failure, folder: null, bytes: null, expires_at } as const
    const email = await endExport(tx, id, ended, now)
    if (!email) return deleteUnwanted(tx, id)
    const subject = 'Your Vireo data could not be prepared'
    await enqueue(tx, sendNoticeJob, { email, subject, text: `${failure}\n\n${pageOf(context)}\n` })
  })
}
