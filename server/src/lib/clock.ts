/** Time as the program sees it; tests move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const secondsAfter = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000)
