import type { InsightsReport } from '@vireo/contract'
import { useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { formatCount, formatExactCount } from '../../lib/format.ts'

type Day = InsightsReport['days'][number]

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
const shortDate = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const fullDate = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const countViews = (views: number) => `${formatExactCount(views)} ${views === 1 ? 'view' : 'views'}`
const nameOf = ({ day }: Day) => fullDate.format(new Date(day))

/** One bar per day, and the same numbers in a table. */
export function DayChart({ days }: { days: Day[] }) {
  const [pointed, setPointed] = useState<string>()
  const busiest = days.reduce((a, b) => (b.views > a.views ? b : a))
  const shown = days.find(({ day }) => day === pointed)
  const top = roundUp(busiest.views)
  return (
    <>
      <p className="mt-1 min-h-5 text-xs text-muted">
        {shown ? nameOf(shown) : `Most on ${nameOf(busiest)}`}: {countViews((shown ?? busiest).views)}
      </p>
      <div
        role="img"
        aria-label={`Page views of each day from ${nameOf(days[0] ?? busiest)}. The most were ${countViews(busiest.views)}, on ${nameOf(busiest)}.`}
        className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted tabular-nums"
      >
        <div className="-my-2 flex flex-col justify-between text-end">
          <span>{formatCount(top)}</span>
          <span>{formatCount(top / 2)}</span>
          <span>0</span>
        </div>
        <div className="relative h-48 border-b border-border">
          <div className="absolute inset-x-0 top-0 border-t border-dashed border-border" />
          <div className="absolute inset-x-0 top-1/2 border-t border-dashed border-border" />
          <div className="relative flex h-full" onPointerLeave={() => setPointed(undefined)}>
            {days.map((day) => (
              <Bar key={day.day} day={day} top={top} isPointed={day === shown} onPoint={setPointed} />
            ))}
          </div>
        </div>
        <DayNames days={days} />
      </div>
      <DayTable days={days} />
    </>
  )
}

type BarProps = { day: Day; top: number; isPointed: boolean; onPoint: (day: string) => void }

/** Reacts to the pointer over the whole height of the chart. */
function Bar({ day: { day, views }, top, isPointed, onPoint }: BarProps) {
  const point = () => onPoint(day)
  return (
    <div
      onPointerEnter={point}
      onPointerDown={point}
      className="flex h-full min-w-0 flex-1 items-end justify-center"
    >
      <div
        className={cn('w-4/5 max-w-12 rounded-t-[3px]', isPointed ? 'bg-text' : 'bg-accent')}
        style={{ height: `${(views / top) * 100}%`, minHeight: views > 0 ? 2 : 0 }}
      />
    </div>
  )
}

/** For a week, a label under each bar; for longer periods, at the beginning, middle and end. */
function DayNames({ days }: { days: Day[] }) {
  const isWeek = days.length === 7
  const named = isWeek ? days : [days[0], days[Math.floor(days.length / 2)], days.at(-1)]
  const format = isWeek ? weekday : shortDate
  return (
    <div className="col-start-2 mt-1.5 flex justify-between">
      {named.map(
        (day) =>
          day && (
            <span key={day.day} className={cn(isWeek && 'flex-1 text-center')}>
              {format.format(new Date(day.day))}
            </span>
          ),
      )}
    </div>
  )
}

function DayTable({ days }: { days: Day[] }) {
  return (
    <details className="mt-3">
      <summary className="w-fit cursor-pointer rounded-control py-1 pe-1 text-muted hover:text-text pointer-coarse:py-3">
        Show as a table
      </summary>
      <table aria-label="Page views per day" className="mt-2 w-full max-w-md">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              Day
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              Views
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row" className="border-t border-border py-1.5 text-start font-normal">
                {nameOf(day)}
              </th>
              <td className="border-t border-border py-1.5 text-end tabular-nums">
                {formatExactCount(day.views)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The end of the scale: a round number, and even, because half of it is labelled too. */
function roundUp(views: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(views, 2)))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * magnitude >= views) ?? 10
  const top = step * magnitude
  return top % 2 === 0 ? top : top + 1
}
