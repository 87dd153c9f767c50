import { t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { defineJob, enqueue, enqueueAll } from '../../../jobs/define-job.ts'
import { requestMove } from '../videos/files/moves/move-files.jobs.ts'
import { requestPictureMoves } from './move-pictures.jobs.ts'
import {
  listProfileFolders,
  listPublicVideos,
  listTweetFolders,
  lockHidden,
  noteWithdrawal,
  takeAccountsToWithdraw,
} from './withdrawn-files.queries.ts'

const batchSize = 200
const accountsAtOnce = 500

/**
 * Moves all public files of a suspended or closing account, because a bucket or a CDN does not know that it is hidden.
 * Each batch adds its moves and the job of the next batch in one transaction, so a killed worker repeats or skips
 * nothing. If the account is shown again, the rest stays where it is; what has moved is shown under its new address.
 */
export const withdrawAccountJob = defineJob({
  name: 'withdrawn-files:withdraw-account',
  payload: t.object({
    userId: t.string(),
    /** The last ones of the batch before. */
    afterVideo: t.optional(t.string()),
    afterTweet: t.optional(t.string()),
  }),
  maxAttempts: 25,
  timeoutSeconds: 60,
  handler: ({ sql }: Context, { userId, afterVideo, afterTweet }) =>
    sql.begin(async (tx) => {
      if (!(await lockHidden(tx, userId))) return
      const videos = await listPublicVideos(tx, userId, afterVideo, batchSize)
      for (const video of videos) await requestMove(tx, video)
      const tweets = await listTweetFolders(tx, userId, afterTweet, batchSize)
      const isFirst = !afterVideo && !afterTweet
      const ofProfile = isFirst ? await listProfileFolders(tx, userId) : []
      await requestPictureMoves(tx, [...ofProfile, ...tweets.map(({ folder }) => folder)])
      if (videos.length < batchSize && tweets.length < batchSize) return
      const next = {
        afterVideo: videos.at(-1)?.id ?? afterVideo,
        afterTweet: tweets.at(-1)?.id ?? afterTweet,
      }
      await requestNext(tx, userId, next)
    }),
})

async function requestNext(tx: Tx, userId: string, after: { afterVideo?: string; afterTweet?: string }) {
  await enqueue(tx, withdrawAccountJob, { userId, ...after })
}

/** Call it in the transaction that suspends the account. */
export async function withdrawFiles(tx: Tx, userId: string, now: Date): Promise<void> {
  await noteWithdrawal(tx, userId, now)
  await enqueue(tx, withdrawAccountJob, { userId })
}

/** Accounts that their owners close, and those that were suspended on the command line or by an earlier version. */
export const withdrawHiddenAccountsJob = defineJob({
  name: 'withdrawn-files:withdraw-hidden-accounts',
  payload: t.object({}),
  maxAttempts: 3,
  timeoutSeconds: 60,
  schedule: '*/5 * * * *',
  handler: ({ sql, clock }: Context) =>
    sql.begin(async (tx) => {
      const ids = await takeAccountsToWithdraw(tx, clock.now(), accountsAtOnce)
      await enqueueAll(
        tx,
        withdrawAccountJob,
        ids.map((userId) => ({ userId })),
      )
    }),
})
