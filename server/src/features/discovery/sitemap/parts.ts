/** Entries from `from` to before `to`. */
export interface TimeRange {
  from: Date
  to: Date
}

/**
 * A number such as 2026, 202611, 20261117 or 2026111708: the year, month, day or hour (UTC) whose entries the part has.
 */
const name = /^(2\d{3})(\d\d)?(\d\d)?(\d\d)?$/

/** Undefined if there is no such year, month, day or hour. */
export function rangeOf(part: string): TimeRange | undefined {
  const [, year = '', month, day, hour] = name.exec(part) ?? []
  const start = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1), Number(hour ?? 0)] as const
  const from = new Date(Date.UTC(...start))
  const to = new Date(Date.UTC(...start))
  if (hour) to.setUTCHours(start[3] + 1)
  else if (day) to.setUTCDate(start[2] + 1)
  else if (month) to.setUTCMonth(start[1] + 1)
  else to.setUTCFullYear(start[0] + 1)
  const isReal = from.toISOString().replace(/\D/g, '').startsWith(part)
  return year && isReal ? { from, to } : undefined
}

export interface Count {
  /** A day or an hour, as in the name of a part. */
  part: string
  count: number
}

const lengthOfName = { year: 4, month: 6, day: 8 } as const

/**
 * Divides entries, counted by day, into parts: a whole year if it has few enough entries, otherwise its months,
 * otherwise their days, otherwise the hours of a day. Entries stay in their part when others are added or removed.
 */
export function divide(days: Count[], maxEntries: number): { parts: string[]; crowdedDays: string[] } {
  const parts: string[] = []
  const crowdedDays: string[] = []
  const divideInto = (counts: Count[], level: keyof typeof lengthOfName) => {
    for (const [part, own] of Map.groupBy(counts, (one) => one.part.slice(0, lengthOfName[level]))) {
      const isSmall = own.reduce((sum, { count }) => sum + count, 0) <= maxEntries
      if (isSmall) parts.push(part)
      else if (level === 'day') crowdedDays.push(part)
      else divideInto(own, level === 'year' ? 'month' : 'day')
    }
  }
  divideInto(days, 'year')
  return { parts, crowdedDays }
}
