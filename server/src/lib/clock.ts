/** The current time, which tests can change. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const secondsAfter = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000)

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** '22 November 2026', for messages. */
export const formatDay = (date: Date) => day.format(date)

/** '22 November 2026 at 10:05 UTC', for mails. */
export const formatMinute = (date: Date) => `${minute.format(date)} UTC`

/** The day of a time, `days` later, in UTC: such as `2026-01-31`. */
export const dayOf = (time: Date, days = 0) =>
  secondsAfter(time, days * 24 * 3600)
    .toISOString()
    .slice(0, 10)
