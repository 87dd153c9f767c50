import { useId } from 'react'
import { Link } from 'react-router'
import { formatExactCount } from '../../../lib/text/format.ts'

type Row = { label: string; detail: string; to?: string; views: number }
type CountTableProps = { title: string; heading: string; rows: Row[] }

/** The bars are relative to the first row, which has the most views. */
export function CountTable({ title, heading, rows }: CountTableProps) {
  const titleId = useId()
  const most = rows[0]?.views ?? 1
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-border bg-surface p-4 sm:p-6">
      <h2 id={titleId} className="mb-2 text-base">
        {title}
      </h2>
      <table aria-labelledby={titleId} className="w-full">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {heading}
            </th>
            <th scope="col" className="py-1 ps-4 text-end font-medium">
              Views
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CountRow key={`${row.label} ${row.detail}`} row={row} most={most} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CountRow({ row: { label, detail, to, views }, most }: { row: Row; most: number }) {
  const name = (
    <>
      <span className="block font-medium wrap-anywhere">{label}</span>
      <span className="block text-xs wrap-anywhere text-muted">{detail}</span>
    </>
  )
  return (
    <tr>
      <th scope="row" className="w-full border-t border-border py-2 text-start font-normal">
        {to ? (
          <Link to={to} className="block rounded-sm hover:underline pointer-coarse:min-h-11">
            {name}
          </Link>
        ) : (
          name
        )}
        <span aria-hidden="true" className="mt-1.5 block h-1 rounded-full bg-surface-2">
          <span
            className="block h-full min-w-1 rounded-full bg-accent"
            style={{ width: `${(views / most) * 100}%` }}
          />
        </span>
      </th>
      <td className="border-t border-border py-2 ps-4 text-end align-top tabular-nums">
        {formatExactCount(views)}
      </td>
    </tr>
  )
}
