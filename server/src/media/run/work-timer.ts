import { availableParallelism } from 'node:os'

const checkMs = 1000
let running = 0

/**
 * Calls `onTimeout` after this much working time. If more programs run than there are cores, each gets only a share of
 * a core, so its time counts less. Returns a function that stops the timer, which must be called.
 */
export function startWorkTimer(
  timeoutMs: number,
  onTimeout: () => void,
  cores = availableParallelism(),
): () => void {
  let left = timeoutMs
  let last = performance.now()
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(check, Math.min(left, checkMs))
  }
  const check = () => {
    const now = performance.now()
    left -= (now - last) * Math.min(1, cores / running)
    last = now
    if (left <= 0) onTimeout()
    else wait()
  }
  running += 1
  wait()
  return () => {
    running -= 1
    clearTimeout(timer)
  }
}
