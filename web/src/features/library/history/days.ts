type Day<Entry> = {
  /** 'yyyy-mm-dd' */
  date: string
  label: string
  entries: Entry[]
}

/** Groups entries by the calendar day on which they were watched, in the given time zone or the browser's. */
export function groupByDay<Entry extends { watchedAt: string }>(
  entries: Entry[],
  today: string,
  timeZone?: string,
): Day<Entry>[] {
  const format = createDateFormat(timeZone)
  const days = new Map<string, Day<Entry>>()
  for (const entry of entries) {
    const watched = format.format(new Date(entry.watchedAt))
    // The server's clock may be slightly ahead, but nothing was watched tomorrow.
    const date = watched > today ? today : watched
    const day = days.get(date) ?? { date, label: labelOf(date, today), entries: [] }
    day.entries.push(entry)
    days.set(date, day)
  }
  return [...days.values()]
}

/** The calendar day of a moment, 'yyyy-mm-dd'. */
export function dateOf(moment: Date, timeZone?: string): string {
  return createDateFormat(timeZone).format(moment)
}

// Sweden writes dates as ISO 8601 does.
const createDateFormat = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone && { timeZone }),
  })

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function labelOf(date: string, today: string): string {
  if (date === today) return 'Today'
  if (date === dayBefore(today)) return 'Yesterday'
  return long.format(new Date(date))
}

/** By the calendar, because a day does not have 24 hours when the clocks change. */
function dayBefore(date: string): string {
  const moment = new Date(date)
  moment.setUTCDate(moment.getUTCDate() - 1)
  return moment.toISOString().slice(0, 10)
}
