/** A wish about something that is on or off for one person: a like, a subscription. */
export type ToggleWish<Answer> = {
  /** Names the thing. Whichever component asks, there is one line for each key. */
  key: string
  isWanted: boolean
  /** Puts a state on the screen: the wanted one at once, the last confirmed one again after a failure. */
  show(isOn: boolean): void
  /** Tells the server the state that is wanted, so that a call sent twice does what was meant once. */
  send(isOn: boolean): Promise<Answer>
  /** The server's word, once it is about the last wish. */
  settle(answer: Answer): void
  fail(error: unknown): void
}

type Line = { latest: ToggleWish<unknown>; done: Promise<void> }

// Each call is sent only when the one before is answered, and of the wishes made meanwhile only the last counts.
// A line outlives the component: leaving the page does not lose what was clicked.
const lines = new Map<string, Line>()

/** While true, what a page loads about this thing may be older than what is on the screen. */
export function isToggling(key: string) {
  return lines.has(key)
}

/** Resolves when nothing is waiting in the line any more. */
export function requestToggle<Answer>(wish: ToggleWish<Answer>): Promise<void> {
  const line = lines.get(wish.key)
  wish.show(wish.isWanted)
  if (line) {
    line.latest = wish
    return line.done
  }
  const ownLine: Line = { latest: wish, done: Promise.resolve() }
  lines.set(wish.key, ownLine)
  ownLine.done = work(ownLine)
  return ownLine.done
}

async function work(line: Line) {
  let isConfirmedOn = !line.latest.isWanted
  for (;;) {
    const { key, isWanted } = line.latest
    const outcome = await line.latest.send(isWanted).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    if ('answer' in outcome) isConfirmedOn = isWanted
    // Nobody minds the failure of a wish that is no longer held. The newer one is sent in any case: the failed
    // call may have reached the server.
    if (line.latest.isWanted !== isWanted) continue
    lines.delete(key)
    if ('answer' in outcome) return line.latest.settle(outcome.answer)
    line.latest.show(isConfirmedOn)
    return line.latest.fail(outcome.error)
  }
}
