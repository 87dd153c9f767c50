import type { PointerEvent, ReactNode } from 'react'

type ChartFrameProps = {
  /** A sentence that describes the whole chart. */
  label: string
  /** From the top of the scale to its bottom. */
  ticks: string[]
  /** Rendered under the plot. */
  axis: ReactNode
  /** The plot, which fills the frame. */
  children: ReactNode
  cursor: ChartCursor
}

/** The position in a chart that its caption describes. */
type ChartCursor = {
  /** The unit of the positions, such as 'Day'. */
  name: string
  count: number
  /** Undefined while no position is selected. */
  index: number | undefined
  /** The caption of the selected position. */
  text: string
  onChange: (index: number | undefined) => void
}

/**
 * A plot with a scale, on which a finger or the pointer selects a position. An invisible slider over it is for the
 * keyboard.
 */
export function ChartFrame({ label, ticks, axis, children, cursor }: ChartFrameProps) {
  const { name, count, index, text, onChange } = cursor
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / width) * count)
    onChange(Math.min(count - 1, Math.max(0, place)))
  }
  return (
    <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted tabular-nums">
      <div aria-hidden="true" className="-my-2 flex flex-col justify-between text-end">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <div
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onChange(undefined)}
        // A finger on the chart can still scroll the page.
        className="relative h-48 cursor-crosshair touch-pan-y rounded-sm border-b border-border has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent"
      >
        <div role="img" aria-label={label} className="absolute inset-0">
          <div className="absolute inset-x-0 top-0 border-t border-dashed border-border" />
          <div className="absolute inset-x-0 top-1/2 border-t border-dashed border-border" />
          {children}
        </div>
        <input
          type="range"
          aria-label={name}
          aria-valuetext={text}
          min={0}
          max={count - 1}
          value={index ?? count - 1}
          onChange={({ target }) => onChange(target.valueAsNumber)}
          onFocus={() => onChange(index ?? count - 1)}
          onBlur={() => onChange(undefined)}
          // With the pointer it would select a neighbour, as its thumb is not as wide as a position.
          className="pointer-events-none absolute inset-0 size-full appearance-none opacity-0"
        />
      </div>
      <div className="col-start-2 mt-1.5 flex justify-between">{axis}</div>
    </div>
  )
}

type ChartTableProps = {
  name: string
  headings: [string, string]
  rows: { name: string; value: string }[]
}

/** The chart's numbers as a table. */
export function ChartTable({ name, headings: [first, second], rows }: ChartTableProps) {
  return (
    <details className="mt-3">
      <summary className="w-fit cursor-pointer rounded-control py-1 pe-1 text-muted hover:text-text pointer-coarse:py-3">
        Show as a table
      </summary>
      <table aria-label={name} className="mt-2 w-full max-w-md">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {first}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {second}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row" className="border-t border-border py-1.5 text-start font-normal">
                {row.name}
              </th>
              <td className="border-t border-border py-1.5 text-end tabular-nums">{row.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
