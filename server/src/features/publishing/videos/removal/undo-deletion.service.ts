import { limits } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { secondsAfter, systemClock } from '../../../../lib/clock.ts'
import { isId } from '../../../../lib/ids.ts'
import { videoNotFound } from '../videos.access.ts'
import { countVideos } from '../videos.queries.ts'
import { finishDeletionsJob } from './finish-deletions.jobs.ts'
import { markVideoDeleted, unmarkVideoDeleted } from './undo-deletion.queries.ts'

/** For the way of a request that is sent in the last moment. */
const graceSeconds = 10
const keptSeconds = limits.deletionUndoSeconds + graceSeconds
/** For the clock of a worker that is behind. */
const clockMarginSeconds = 5

/** Hides the video, and removes it when its owner can no longer undo that. */
export async function deleteForNow(tx: Tx, id: string, now: Date): Promise<void> {
  await markVideoDeleted(tx, id, now, secondsAfter(now, keptSeconds))
  const runAt = secondsAfter(systemClock.now(), keptSeconds + clockMarginSeconds)
  await enqueue(tx, finishDeletionsJob, {}, { runAt })
}

export async function undoDeletion({ sql, clock }: Context, id: string, ownerId: string): Promise<void> {
  await sql.begin(async (tx) => {
    if (!isId(id) || !(await unmarkVideoDeleted(tx, id, ownerId, clock.now()))) throw videoNotFound()
    await countVideos(tx, ownerId)
  })
}
