const minute = 60
const steps = [
  { upTo: 45, step: 30 },
  { upTo: 10 * minute, step: minute },
  { upTo: 60 * minute, step: 5 * minute },
  { upTo: Number.POSITIVE_INFINITY, step: 30 * minute },
]

/** Longer estimates are of no use, and would not fit into the integer column. */
const longest = 30 * 24 * 60 * minute

/** An estimate goes up only if it becomes longer by this factor. */
const laterFactor = 1.25

/** Rounds up, more for longer times, and does not go up again for a small difference. */
export function roundEstimate(seconds: number, before: number | null): number {
  const step = steps.find(({ upTo }) => seconds <= upTo)?.step ?? minute
  const rounded = Math.min(longest, Math.max(1, Math.ceil(seconds / step)) * step)
  return before !== null && rounded > before && seconds < before * laterFactor ? before : rounded
}
