import { canRemux } from '../../../../../media/encode/remux.ts'
import type { SourceInfo } from '../../../../../media/probe/source-info.ts'

/** The job that makes a video watchable, or the one that makes all sizes. */
export type Stage = 'playable' | 'ladder'

/** A kind of work that has a speed of its own: copying streams is much faster than encoding them. */
export const workOf = (stage: Stage, info: SourceInfo | null) =>
  stage === 'playable' && info && canRemux(info) ? 'copy' : stage

/** Seconds of the video times pixels of its picture. */
export const amountOfWork = (
  { width, height }: { width: number; height: number },
  { duration }: { duration: number },
) => duration * width * height

/** A job of processing in the order of the queue. */
export interface QueuedJob {
  videoId: string
  ownerId: string
  stage: Stage
  turn: number
  /** For how many seconds it has been running; undefined while it waits. */
  runningSeconds: number | undefined
  /** How much of the stage is done, in percent, as far as that is known. */
  progress: number
  /** How many seconds each stage takes from its start to its end; undefined if nothing like it was processed before. */
  playableSeconds: number | undefined
  ladderSeconds: number | undefined
}

export interface Estimate {
  /** How many videos have their turn before it, plus one; null while it is being processed. */
  place: number | null
  /** Until all sizes are made; null if that cannot be said. */
  secondsLeft: number | null
}

/** Nobody can say when. */
const unknown = Number.POSITIVE_INFINITY

/** From this much progress on, the time left is calculated from it, before that from the speed of earlier videos. */
const tellingPercent = 5

/** Says for each video what the queue will do: jobs run in the order of their turns, on as many workers as are busy now. */
export function estimateAll(jobs: QueuedJob[]): Map<string, Estimate> {
  const estimates = new Map<string, Estimate>()
  const first = simulate(jobs.filter(({ stage }) => stage === 'playable').map(toTask('playableSeconds')))
  const ladders = jobs.filter(({ stage }) => stage === 'ladder')
  const takeTurn = createTurns(ladders)
  const second = simulate([
    ...ladders.map(toTask('ladderSeconds')),
    // The ladder of a video is added when the video has become watchable.
    ...first.map(({ job, endsAt }) => ({
      job,
      turn: takeTurn(job.ownerId),
      arrivesAt: endsAt,
      seconds: job.ladderSeconds ?? unknown,
      isRunning: false,
    })),
  ])
  for (const stage of [first, second]) {
    const waiting = stage.filter(({ isRunning, arrivesAt }) => !isRunning && arrivesAt === 0)
    for (const { job, endsAt, isRunning } of stage) {
      const place = isRunning ? null : waiting.findIndex((task) => task.job === job) + 1 || null
      estimates.set(job.videoId, {
        place: estimates.get(job.videoId)?.place ?? place,
        secondsLeft: Number.isFinite(endsAt) ? endsAt : null,
      })
    }
  }
  return estimates
}

interface Task {
  job: QueuedJob
  turn: number
  /** In how many seconds it is in the queue. */
  arrivesAt: number
  /** How long it takes from now on, or from its start. */
  seconds: number
  isRunning: boolean
}

const toTask =
  (field: 'playableSeconds' | 'ladderSeconds') =>
  (job: QueuedJob): Task => ({
    job,
    turn: job.turn,
    arrivesAt: 0,
    seconds: job.runningSeconds === undefined ? (job[field] ?? unknown) : remaining(job, job[field]),
    isRunning: job.runningSeconds !== undefined,
  })

function remaining({ runningSeconds = 0, progress }: QueuedJob, total = unknown): number {
  if (progress >= tellingPercent) return (runningSeconds * (100 - progress)) / progress
  // It takes longer than expected, and nobody knows how much longer.
  return Math.max(total - runningSeconds, total / 10)
}

/** Gives out turns as `nextJobPriority` will. */
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

/** Lets the tasks run on the workers, and returns them in the order of their starts with the time of their ends. */
function simulate(tasks: Task[]): (Task & { endsAt: number })[] {
  const done = tasks.filter(({ isRunning }) => isRunning).map((task) => ({ ...task, endsAt: task.seconds }))
  const workers = done.map(({ endsAt }) => endsAt)
  if (workers.length === 0) workers.push(0)
  // Stable: tasks of the same turn stay in the order of the queue.
  const waiting = tasks.filter(({ isRunning }) => !isRunning).sort((a, b) => a.turn - b.turn)
  while (waiting.length > 0) {
    const worker = workers.indexOf(Math.min(...workers))
    const free = Math.max(workers[worker] ?? 0, Math.min(...waiting.map(({ arrivesAt }) => arrivesAt)))
    const index = Math.max(
      0,
      waiting.findIndex(({ arrivesAt }) => arrivesAt <= free),
    )
    const [task] = waiting.splice(index, 1)
    if (!task) break
    const endsAt = free + task.seconds
    workers[worker] = endsAt
    done.push({ ...task, endsAt })
  }
  return done
}

const minute = 60
const steps = [
  { upTo: 45, step: 30 },
  { upTo: 10 * minute, step: minute },
  { upTo: 60 * minute, step: 5 * minute },
  { upTo: Number.POSITIVE_INFINITY, step: 30 * minute },
]

/** Also what the column has room for. */
const longest = 30 * 24 * 60 * minute

/** How much later than said before something must become before that is said. */
const laterFactor = 1.25

/** Rounds up, more for longer times, and does not go up again for a small difference. */
export function roundEstimate(seconds: number, before: number | null): number {
  const step = steps.find(({ upTo }) => seconds <= upTo)?.step ?? minute
  const rounded = Math.min(longest, Math.max(1, Math.ceil(seconds / step)) * step)
  return before !== null && rounded > before && seconds < before * laterFactor ? before : rounded
}
