import type { Stage } from './amount-of-work.ts'
import { simulateQueue, type Task } from './simulate-queue.ts'

/** A job of processing in the order of the queue. */
export interface QueuedJob {
  videoId: string
  ownerId: string
  stage: Stage
  turn: number
  /** For how many seconds it has been running; undefined while it waits. */
  runningSeconds: number | undefined
  /** The known progress of the stage, in percent. */
  progress: number
  /** How many seconds each whole stage takes; undefined if nothing similar was processed before. */
  playableSeconds: number | undefined
  ladderSeconds: number | undefined
}

interface Estimate {
  /** The number of videos whose turn is earlier, plus one; null while it is being processed. */
  place: number | null
  /** The time until all sizes are made; null if it is unknown. */
  secondsLeft: number | null
}

/** From this progress on, it determines the time left; before that, the speed of earlier videos does. */
const reliablePercent = 5

/** Predicts the queue for each video: jobs run in the order of their turns, on as many workers as are busy. */
export function estimateAll(jobs: QueuedJob[]): Map<string, Estimate> {
  const playables = jobs.filter(({ stage }) => stage === 'playable')
  const ladders = jobs.filter(({ stage }) => stage === 'ladder')
  const first = simulateQueue(playables.map((job) => toTask(job, job.playableSeconds)))
  // The ladder of a video is added when the video has become watchable.
  const takeTurn = createTurns(ladders)
  const added = first.map(({ job, endsAt }) => ({
    ...toTask({ ...job, runningSeconds: undefined }, job.ladderSeconds),
    turn: takeTurn(job.ownerId),
    arrivesAt: endsAt,
  }))
  const second = simulateQueue([...ladders.map((job) => toTask(job, job.ladderSeconds)), ...added])
  const places = new Map([...placesOf(second), ...placesOf(first)])
  // If a video has both stages, the end of the second counts.
  const estimates = [...first, ...second].map(({ job: { videoId }, endsAt }) => {
    const secondsLeft = Number.isFinite(endsAt) ? endsAt : null
    return [videoId, { place: places.get(videoId) ?? null, secondsLeft }] as const
  })
  return new Map(estimates)
}

interface JobTask extends Task {
  job: QueuedJob
}

/** Without a total, the end of the task is unknown. */
function toTask(job: QueuedJob, total = Number.POSITIVE_INFINITY): JobTask {
  const isRunning = job.runningSeconds !== undefined
  const seconds = isRunning ? secondsLeftOf(job, total) : total
  return { job, turn: job.turn, arrivesAt: 0, seconds, isRunning }
}

function secondsLeftOf({ runningSeconds = 0, progress }: QueuedJob, total: number): number {
  if (progress >= reliablePercent) return (runningSeconds * (100 - progress)) / progress
  // It takes longer than expected; how much longer is unknown.
  return Math.max(total - runningSeconds, total / 10)
}

/** Assigns turns in the same way as `nextJobPriority`. */
function createTurns(ladders: QueuedJob[]) {
  const lowest = ladders.length > 0 ? Math.min(...ladders.map(({ turn }) => turn)) : 0
  const last = new Map<string, number>()
  const take = (ownerId: string, turn: number) => {
    last.set(ownerId, Math.max(turn, last.get(ownerId) ?? 0))
    return turn
  }
  for (const { ownerId, turn } of ladders) take(ownerId, turn)
  return (ownerId: string) => take(ownerId, Math.max(lowest, (last.get(ownerId) ?? -1) + 1))
}

/** The places of the videos that are already waiting in the queue. */
const placesOf = (tasks: JobTask[]) =>
  tasks
    .filter(({ isRunning, arrivesAt }) => !isRunning && arrivesAt === 0)
    .map(({ job }, index) => [job.videoId, index + 1] as const)
