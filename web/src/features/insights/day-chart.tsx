import type { InsightsReport } from '@vireo/contract'
import { useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { formatCount } from '../../lib/format.ts'
import { countViews, exactCount } from './format.ts'

type Day = InsightsReport['days'][number]

const shortDate = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const longDate = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const short = ({ day }: Day) => shortDate.format(new Date(day))
const long = ({ day }: Day) => longDate.format(new Date(day))

/** A bar for each day, and the same in a table. */
export function DayChart({ days }: { days: Day[] }) {
  const [pointed, setPointed] = useState<string>()
  const busiest = days.reduce((a, b) => (b.views > a.views ? b : a))
  const shown = days.find(({ day }) => day === pointed)
  const top = roundUp(busiest.views)
  const ends = [days[0], days[Math.floor(days.length / 2)], days.at(-1)]
  return (
    <>
      <p className="mt-1 min-h-5 text-xs text-muted">
        {shown
          ? `${long(shown)}: ${countViews(shown.views)}`
          : `Most on ${long(busiest)}: ${countViews(busiest.views)}`}
      </p>
      <div
        role="img"
        aria-label={`Page views of each day from ${long(days[0] ?? busiest)}. The most were ${countViews(busiest.views)}, on ${long(busiest)}.`}
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
            {days.map((one) => (
              <Bar key={one.day} day={one} top={top} isPointed={one === shown} onPoint={setPointed} />
            ))}
          </div>
        </div>
        <div className="col-start-2 mt-1.5 flex justify-between">
          {ends.map((one) => one && <span key={one.day}>{short(one)}</span>)}
        </div>
      </div>
      <DayTable days={days} />
    </>
  )
}

type BarProps = { day: Day; top: number; isPointed: boolean; onPoint: (day: string) => void }

/** The whole height of the chart answers to the pointer. */
function Bar({ day: { day, views }, top, isPointed, onPoint }: BarProps) {
  const point = () => onPoint(day)
  return (
    <div
      onPointerEnter={point}
      onPointerDown={point}
      className="flex h-full min-w-0 flex-1 items-end px-[8%]"
    >
      <div
        className={cn('mx-auto w-full max-w-12 rounded-t-[3px] bg-accent', isPointed && 'bg-text')}
        style={{ height: `${(views / top) * 100}%`, minHeight: views > 0 ? 2 : 0 }}
      />
    </div>
  )
}

function DayTable({ days }: { days: Day[] }) {
  return (
    <details className="mt-3">
      <summary className="flex w-fit cursor-pointer items-center rounded-control text-muted hover:text-text pointer-coarse:min-h-11">
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
          {days.toReversed().map((one) => (
            <tr key={one.day}>
              <th scope="row" className="border-t border-border py-1.5 text-start font-normal">
                {long(one)}
              </th>
              <td className="border-t border-border py-1.5 text-end tabular-nums">{exactCount(one.views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The end of the scale: the next even number with one digit that is not zero, or 15, 25 and so on. */
function roundUp(views: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(views, 2)))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * magnitude >= views) ?? 10
  const top = step * magnitude
  return top % 2 === 0 ? top : top + 1
}
