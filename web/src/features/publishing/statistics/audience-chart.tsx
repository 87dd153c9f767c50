import { useState } from 'react'
import { formatDuration } from '../../../lib/text/format.ts'
import { ChartFrame, ChartTable } from '../../../ui/charts/chart-frame.tsx'

type AudienceChartProps = {
  /** How often each part was watched per play. */
  parts: number[]
  /** Of the video, in seconds. */
  duration: number
}

const percent = (share: number) => `${Math.round(share * 100)}%`
const tableRows = 10

/** How much of the audience watches each part of the video, and the same numbers in a table. */
export function AudienceChart({ parts, duration }: AudienceChartProps) {
  const [chosen, setChosen] = useState<number>()
  const timeOf = (part: number) => formatDuration((part / parts.length) * duration)
  // Parts that are watched repeatedly can exceed 100 %.
  const top = Math.max(1, Math.ceil(Math.max(...parts) * 2) / 2)
  const end = parts.at(-1) ?? 0
  const caption =
    chosen === undefined
      ? `At the end: ${percent(end)} of the plays`
      : `At ${timeOf(chosen)}: ${percent(parts[chosen] ?? 0)} of the plays`
  const line = parts.map((share, i) => `${i + 0.5} ${100 - (share / top) * 100}`)
  const [first = '', last = ''] = [line[0], line.at(-1)].map((point) => point?.split(' ')[1])
  const curve = `M0 ${first}L${line.join('L')}L${parts.length} ${last}`
  return (
    <>
      <p className="mt-1 min-h-5 text-xs text-muted">{caption}</p>
      <ChartFrame
        label={`Audience from the beginning to the end of the video. At the beginning ${percent(parts[0] ?? 0)} of the plays, at the end ${percent(end)}.`}
        ticks={[percent(top), percent(top / 2), '0%']}
        axis={[0, parts.length / 2, parts.length].map((part) => <span key={part}>{timeOf(part)}</span>)}
        cursor={{ name: 'Position', count: parts.length, index: chosen, text: caption, onChange: setChosen }}
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${parts.length} 100`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          <path d={`${curve}V100H0Z`} className="fill-accent/25" />
          <path d={curve} vectorEffect="non-scaling-stroke" className="fill-none stroke-accent stroke-2" />
          {chosen !== undefined && (
            <path
              d={`M${chosen + 0.5} 0V100`}
              vectorEffect="non-scaling-stroke"
              className="stroke-text stroke-1"
            />
          )}
        </svg>
      </ChartFrame>
      <ChartTable
        name="Audience by position"
        headings={['Position', 'Watched by']}
        rows={Array.from({ length: tableRows }, (_, row) => {
          const [from, to] = [row, row + 1].map((edge) => (edge * parts.length) / tableRows)
          const within = parts.slice(from, to)
          const average = within.reduce((sum, share) => sum + share, 0) / within.length
          return { name: `${timeOf(from ?? 0)} to ${timeOf(to ?? 0)}`, value: percent(average) }
        })}
      />
    </>
  )
}
