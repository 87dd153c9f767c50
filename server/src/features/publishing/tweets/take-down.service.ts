import type { Tx } from '../../../db/sql.ts'
import { requestPictureMoves } from '../withdrawn-files/move-pictures.jobs.ts'
import { markTweetTakenDown } from './tweets.queries.ts'

/** Hides a tweet and its pictures until it is restored or purged. Returns false if it does not exist. */
export async function takeDownTweet(tx: Tx, id: string, now: Date): Promise<boolean> {
  const folder = await markTweetTakenDown(tx, id, now)
  if (!folder) return false
  // Otherwise a bucket or a CDN would still serve the pictures.
  await requestPictureMoves(tx, [folder])
  return true
}
