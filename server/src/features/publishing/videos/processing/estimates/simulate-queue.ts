export interface Task {
  /** Tasks of lower turns run first. */
  turn: number
  /** How many seconds from now it is added to the queue. */
  arrivesAt: number
  /** How long it takes from now on, or from its start. */
  seconds: number
  isRunning: boolean
}

/** Simulates the tasks on the busy workers, and returns them with their end times, sorted by start. */
export function simulateQueue<T extends Task>(tasks: T[]): (T & { endsAt: number })[] {
  const done = tasks.filter(({ isRunning }) => isRunning).map((task) => ({ ...task, endsAt: task.seconds }))
  const workers = done.map(({ endsAt }) => endsAt)
  if (workers.length === 0) workers.push(0)
  // Stable: tasks of the same turn stay in the order of the queue.
  const waiting = tasks.filter(({ isRunning }) => !isRunning).sort((a, b) => a.turn - b.turn)
  while (waiting.length > 0) {
    const worker = workers.indexOf(Math.min(...workers))
    const freeAt = Math.max(workers[worker] ?? 0, Math.min(...waiting.map(({ arrivesAt }) => arrivesAt)))
    const next = waiting.findIndex(({ arrivesAt }) => arrivesAt <= freeAt)
    const [task] = waiting.splice(Math.max(0, next), 1)
    if (!task) break
    const endsAt = freeAt + task.seconds
    workers[worker] = endsAt
    done.push({ ...task, endsAt })
  }
  return done
}
