import type { Db } from '../../../../db/sql.ts'
import { authLimit, countAttempt, undoAttempt } from '../../../../http/access/rate-limit.ts'
import { foldCase } from '../../../../lib/text/fold.ts'
import { isKnownDevice } from '../devices/devices.queries.ts'

const mailsPerDay = 10
const wrongCodesPerDay = 20
const daily = { ...authLimit, windowSeconds: 24 * 3600 }

/**
 * The daily count of an address, over all purposes of a code. Each known device of its account has a count of its
 * own, so that others who reach the cap do not lock the owner out.
 */
async function capKey(db: Db, kind: 'mails' | 'wrong-codes', email: string, deviceHash: string) {
  const isKnown = await isKnownDevice(db, { column: 'email_key', text: email }, deviceHash)
  return `${kind}:${foldCase(email)}${isKnown ? `:${deviceHash}` : ''}`
}

/** Counts a mailed code for each of these addresses. */
export async function countMail(db: Db, emails: string[], deviceHash: string, now: Date): Promise<void> {
  const keys = await Promise.all(emails.map((email) => capKey(db, 'mails', email, deviceHash)))
  const message = () => 'Too many codes were asked for today. Please try again tomorrow.'
  // Sorted, so that two people who each enter the other's address do not deadlock.
  for (const key of keys.sort()) await countAttempt(db, { key, max: mailsPerDay, ...daily, message }, now)
}

/** Counts an entered code before it is compared; `undo` reverts that if it was right. */
export async function countWrongCode(db: Db, email: string, deviceHash: string, now: Date) {
  const key = await capKey(db, 'wrong-codes', email, deviceHash)
  const message = () => 'Too many wrong codes were entered today. Please try again tomorrow.'
  await countAttempt(db, { key, max: wrongCodesPerDay, ...daily, message }, now)
  return { undo: () => undoAttempt(db, key) }
}
