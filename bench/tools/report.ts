/** Prints a measured value, the baseline to compare it with, their ratio and the goal for the ratio. */
export function report(
  name: string,
  measured: number,
  baseline: number,
  unit: string,
  goal: number,
  isAtLeast = false,
) {
  const ratio = measured / baseline
  const isMet = isAtLeast ? ratio >= goal : ratio <= goal
  const round = (value: number) => value.toPrecision(3)
  const sign = isAtLeast ? 'at least' : 'at most'
  console.log(
    `${name}: ${round(measured)} ${unit} / baseline ${round(baseline)} ${unit} = ${round(ratio)} (goal: ${sign} ${goal}) ${isMet ? 'ok' : 'MISSED'}`,
  )
  if (!isMet) process.exitCode = 1
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
