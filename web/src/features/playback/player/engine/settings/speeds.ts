export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const
export type Speed = (typeof speeds)[number]

export function isSpeed(value: unknown): value is Speed {
  return speeds.some((speed) => speed === value)
}

/** The next faster or slower speed; the same one at the end of the list. */
export function stepSpeed(current: number, direction: 1 | -1): Speed {
  const next =
    direction > 0 ? speeds.find((speed) => speed > current) : speeds.findLast((speed) => speed < current)
  return next ?? (direction > 0 ? 2 : 0.5)
}

export const speedLabel = (speed: number) => `${speed}×`
