import { useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { formatCount, formatExactCount } from '../../lib/text/format.ts'
import { ChartFrame, ChartTable } from './chart-frame.tsx'

type Day = { day: string; value: number }

type DayChartProps = {
  /** The counted thing, such as 'Page views'. */
  name: string
  /** The heading of the table's numbers. */
  heading: string
  days: Day[]
  /** '1 view', '2 views'. */
  describe: (value: number) => string
  /** For the table, whose heading names the unit. */
  format?: (value: number) => string
  /** The unit of the scale: its size in values, and its sign. */
  unit?: { size: number; sign: string }
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
const shortDate = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const fullDate = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const nameOf = ({ day }: Day) => fullDate.format(new Date(day))

/** One bar per day, and the same numbers in a table. */
export function DayChart({ name, heading, days, describe, format, unit }: DayChartProps) {
  const [chosen, setChosen] = useState<number>()
  const most = days.reduce((a, b) => (b.value > a.value ? b : a))
  const shown = chosen === undefined ? undefined : days[chosen]
  const { size, sign } = unit ?? { size: 1, sign: '' }
  const top = roundUp(most.value / size)
  const tick = (value: number) => `${formatCount(value)}${sign}`
  const caption =
    shown || most.value > 0
      ? `${shown ? nameOf(shown) : `Most on ${nameOf(most)}`}: ${describe((shown ?? most).value)}`
      : 'None in this period'
  const summary =
    most.value > 0 ? `The most were ${describe(most.value)}, on ${nameOf(most)}.` : 'None in this period.'
  return (
    <>
      <p className="mt-1 min-h-5 text-xs text-muted">{caption}</p>
      <ChartFrame
        label={`${name} of each day from ${nameOf(days[0] ?? most)}. ${summary}`}
        ticks={[tick(top), tick(top / 2), '0']}
        axis={<DayNames days={days} />}
        cursor={{ name: 'Day', count: days.length, index: chosen, text: caption, onChange: setChosen }}
      >
        <div className="relative flex h-full">
          {days.map((day) => (
            <div key={day.day} className="flex h-full min-w-0 flex-1 items-end justify-center">
              <div
                className={cn('w-4/5 max-w-12 rounded-t-[3px]', day === shown ? 'bg-text' : 'bg-accent')}
                style={{
                  height: `${(day.value / size / top) * 100}%`,
                  minHeight: day.value > 0 ? 2 : 0,
                }}
              />
            </div>
          ))}
        </div>
      </ChartFrame>
      <ChartTable
        name={`${name} per day`}
        headings={['Day', heading]}
        rows={days
          .toReversed()
          .map((day) => ({ name: nameOf(day), value: (format ?? formatExactCount)(day.value) }))}
      />
    </>
  )
}

/** For a week, a label under each bar; for longer periods, at the beginning, middle and end. */
function DayNames({ days }: { days: Day[] }) {
  const isWeek = days.length === 7
  const named = isWeek ? days : [days[0], days[Math.floor(days.length / 2)], days.at(-1)]
  const format = isWeek ? weekday : shortDate
  return named.map(
    (day) =>
      day && (
        <span key={day.day} className={cn(isWeek && 'flex-1 text-center')}>
          {format.format(new Date(day.day))}
        </span>
      ),
  )
}

/** The end of the scale: a round number, and even, because half of it is labelled too. */
function roundUp(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(value, 2)))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * magnitude >= value) ?? 10
  const top = step * magnitude
  return top % 2 === 0 ? top : top + 1
}
