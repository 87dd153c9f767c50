import type { Context } from '../../../../../context/context.ts'
import type { Db } from '../../../../../db/sql.ts'
import type { Timer } from '../../../../../jobs/timers.ts'
import type { SourceInfo } from '../../../../../media/probe/source-info.ts'
import { sendProgressEvents } from '../progress.service.ts'
import { amountOfWork, type Stage, workOf } from './amount-of-work.ts'
import { estimateAll, type QueuedJob } from './estimate.ts'
import {
  hasUnfinished,
  listQueue,
  listSpeeds,
  lockEstimates,
  recordSpeed,
  setEstimates,
} from './estimates.queries.ts'
import { roundEstimate } from './round-estimate.ts'

/** Videos further behind in the queue get an estimate when they come closer. */
const estimatedJobs = 300

/**
 * Estimates when each unfinished video is ready, and sends changes to the owners. Only one process does this at a time;
 * the others skip it.
 */
export async function refreshEstimates({ sql }: Pick<Context, 'sql'>): Promise<void> {
  if (!(await hasUnfinished(sql))) return
  await sql.begin(async (tx) => {
    if (!(await lockEstimates(tx))) return
    const [rows, speeds] = [await listQueue(tx, estimatedJobs), await listSpeeds(tx)]
    const estimates = estimateAll(rows.map((row) => toQueuedJob(row, speeds)))
    const changed = rows.flatMap(({ id, queue_place, seconds_left }) => {
      const { place = null, secondsLeft = null } = estimates.get(id) ?? {}
      const rounded = secondsLeft === null ? null : roundEstimate(secondsLeft, seconds_left)
      const isSame = place === queue_place && rounded === seconds_left
      return isSame ? [] : [{ id, place, secondsLeft: rounded }]
    })
    if (changed.length === 0) return
    await sendProgressEvents(tx, await setEstimates(tx, changed))
  })
}

type QueuedRow = Awaited<ReturnType<typeof listQueue>>[number]

function toQueuedJob(row: QueuedRow, speeds: Map<string, number>): QueuedJob {
  const { stage } = row
  const secondsFor = (of: Stage) => {
    const speed = speeds.get(workOf(of, row.info))
    return speed && amountOfWork(row, row) / speed
  }
  return {
    videoId: row.id,
    ownerId: row.owner_id,
    stage,
    turn: row.turn,
    runningSeconds: row.running_seconds ?? undefined,
    progress: stage === 'ladder' ? row.progress : 0,
    playableSeconds: secondsFor('playable'),
    ladderSeconds: secondsFor('ladder'),
  }
}

/** Records how long a stage has taken, for the estimates of later videos. */
export const recordStage = (db: Db, stage: Stage, info: SourceInfo, seconds: number) =>
  recordSpeed(db, workOf(stage, info), { amount: amountOfWork(info.video, info), seconds })

export const estimatesTimer: Timer<Context> = {
  everyMs: 3000,
  failure: 'could not estimate the processing of videos',
  run: refreshEstimates,
}
