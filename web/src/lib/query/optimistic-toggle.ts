/** A request to turn something on or off for one person, such as a like or a subscription. */
type ToggleRequest<Response> = {
  /** Identifies the thing. Requests with the same key are sent one after the other, from all components. */
  key: string
  /** The state to reach. */
  isOn: boolean
  /** Shows a state: the requested one at once, or the last confirmed one after a failure. */
  show(isOn: boolean): void
  /** Sends the requested state (not a toggle), so that sending it twice is harmless. */
  send(isOn: boolean): Promise<Response>
  /** Called with the server's response to the last request. */
  settle(response: Response): void
  fail(error: unknown): void
}

type RunningToggle = { latest: ToggleRequest<unknown>; done: Promise<void> }

// Each call waits for the previous response; of the requests made in the meantime only the last is sent. A toggle
// outlives its component, so leaving the page loses no click.
const running = new Map<string, RunningToggle>()

/** While true, loaded data about this thing may be older than what is shown. */
export function isToggling(key: string) {
  return running.has(key)
}

/** Resolves when no request with this key is left. */
export function requestToggle<Response>(request: ToggleRequest<Response>): Promise<void> {
  const current = running.get(request.key)
  request.show(request.isOn)
  if (current) {
    current.latest = request
    return current.done
  }
  const toggle: RunningToggle = { latest: request, done: Promise.resolve() }
  running.set(request.key, toggle)
  toggle.done = run(toggle)
  return toggle.done
}

async function run(toggle: RunningToggle) {
  let isConfirmedOn = !toggle.latest.isOn
  for (;;) {
    const { key, isOn } = toggle.latest
    const outcome = await toggle.latest.send(isOn).then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    )
    if ('response' in outcome) isConfirmedOn = isOn
    // The failure of an outdated request does not matter. The newer one is sent in any case, because the failed call
    // may have reached the server.
    if (toggle.latest.isOn !== isOn) continue
    running.delete(key)
    if ('response' in outcome) return toggle.latest.settle(outcome.response)
    toggle.latest.show(isConfirmedOn)
    return toggle.latest.fail(outcome.error)
  }
}
