/** One figure: what was measured against its floor, and the goal that it is held to. */
export function report(
  name: string,
  measured: number,
  floor: number,
  unit: string,
  goal: number,
  isAtLeast = false,
) {
  const ratio = measured / floor
  const isMet = isAtLeast ? ratio >= goal : ratio <= goal
  const round = (value: number) => value.toPrecision(3)
  const sign = isAtLeast ? 'at least' : 'at most'
  console.log(
    `${name}: ${round(measured)} ${unit} / floor ${round(floor)} ${unit} = ${round(ratio)} (goal: ${sign} ${goal}) ${isMet ? 'ok' : 'MISSED'}`,
  )
  if (!isMet) process.exitCode = 1
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
