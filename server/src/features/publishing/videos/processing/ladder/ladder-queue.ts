import { t } from '@vireo/contract'
import type { Tx } from '../../../../../db/sql.ts'
import { enqueue } from '../../../../../jobs/define-job.ts'
import { processingJobs, turnOfPart } from '../processing.queries.ts'
import type { PartsOfRun } from './ladder-parts.queries.ts'

/** The parts of a ladder and the folder that they are stored in. */
export interface PartsWithFolder extends PartsOfRun {
  folder: string
}

const maxAttempts = 3
const runFields = { videoId: t.string(), run: t.string() }
const partsFields = { ...runFields, folder: t.string() }

// The jobs of `ladder.jobs.ts` without their handlers, so that one can add another without importing it.

export const makeLadderJobEntry = {
  name: processingJobs.ladder,
  payload: t.object({ ...runFields, isOnePass: t.optional(t.boolean()) }),
  maxAttempts,
}
export const makeLadderPartJobEntry = {
  name: processingJobs.ladderPart,
  payload: t.object({ ...partsFields, number: t.integer() }),
  maxAttempts,
}
export const joinLadderJobEntry = {
  name: processingJobs.joinLadder,
  payload: t.object(partsFields),
  maxAttempts,
}
export const makeStoryboardJobEntry = {
  name: 'videos:make-storyboard',
  payload: t.object(runFields),
  maxAttempts,
}

export async function enqueueParts(
  tx: Tx,
  { videoId, run, folder }: PartsWithFolder,
  numbers: number[],
  ladderTurn: number,
): Promise<void> {
  for (const number of numbers) {
    const priority = turnOfPart(ladderTurn, number)
    await enqueue(tx, makeLadderPartJobEntry, { videoId, run, folder, number }, { priority })
  }
}

export const enqueueJoin = (tx: Tx, { videoId, run, folder }: PartsWithFolder, priority: number) =>
  enqueue(tx, joinLadderJobEntry, { videoId, run, folder }, { priority })

export const enqueueOnePass = (tx: Tx, { videoId, run }: PartsOfRun, priority: number) =>
  enqueue(tx, makeLadderJobEntry, { videoId, run, isOnePass: true }, { priority })

export const enqueueStoryboard = (tx: Tx, { videoId, run }: PartsOfRun, priority: number) =>
  enqueue(tx, makeStoryboardJobEntry, { videoId, run }, { priority })
