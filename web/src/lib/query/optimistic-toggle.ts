/** A request to turn something on or off for one person, such as a like or a subscription. */
type ToggleRequest<Answer> = {
  /** Identifies the thing. There is one queue per key, shared by all components. */
  key: string
  isWanted: boolean
  /** Shows a state: the wanted one at once, or the last confirmed one after a failure. */
  show(isOn: boolean): void
  /** Sends the wanted state (not a toggle), so that sending it twice is harmless. */
  send(isOn: boolean): Promise<Answer>
  /** Called with the server's answer to the last request. */
  settle(answer: Answer): void
  fail(error: unknown): void
}

type Queue = { latest: ToggleRequest<unknown>; done: Promise<void> }

// Each call waits for the previous answer; of the requests made in the meantime only the last is sent. A queue outlives
// its component, so leaving the page loses no click.
const queues = new Map<string, Queue>()

/** While true, loaded data about this thing may be older than what is shown. */
export function isToggling(key: string) {
  return queues.has(key)
}

/** Resolves when the queue is empty. */
export function requestToggle<Answer>(request: ToggleRequest<Answer>): Promise<void> {
  const running = queues.get(request.key)
  request.show(request.isWanted)
  if (running) {
    running.latest = request
    return running.done
  }
  const queue: Queue = { latest: request, done: Promise.resolve() }
  queues.set(request.key, queue)
  queue.done = work(queue)
  return queue.done
}

async function work(queue: Queue) {
  let isConfirmedOn = !queue.latest.isWanted
  for (;;) {
    const { key, isWanted } = queue.latest
    const outcome = await queue.latest.send(isWanted).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    if ('answer' in outcome) isConfirmedOn = isWanted
    // The failure of an outdated request does not matter. The newer one is sent in any case, because the failed call
    // may have reached the server.
    if (queue.latest.isWanted !== isWanted) continue
    queues.delete(key)
    if ('answer' in outcome) return queue.latest.settle(outcome.answer)
    queue.latest.show(isConfirmedOn)
    return queue.latest.fail(outcome.error)
  }
}
