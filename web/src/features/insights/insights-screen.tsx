import { useQuery } from '@tanstack/react-query'
import { type InsightsReport, type ReportPeriod, reportPeriods } from '@vireo/contract'
import { ChartColumn } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { formatExactCount } from '../../lib/format.ts'
import { useRetry } from '../../lib/query/use-retry.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { reportQuery } from './api.ts'
import { CountTable } from './count-table.tsx'
import { DayChart } from './day-chart.tsx'
import { routeNames } from './route-names.ts'

export function InsightsScreen() {
  const [params, setParams] = useSearchParams()
  const period = reportPeriods.find((days) => String(days) === params.get('days')) ?? 30
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-2xl">Insights</h1>
        <PeriodChoice
          value={period}
          onChange={(days) =>
            setParams(days === 30 ? {} : { days: String(days) }, { replace: true, preventScrollReset: true })
          }
        />
      </div>
      <Report period={period} />
      <p className="text-xs text-pretty text-muted">
        Days are in UTC. Browsers that ask not to be tracked are not counted, and nothing is kept about who
        opened a page.
      </p>
    </div>
  )
}

type PeriodChoiceProps = { value: ReportPeriod; onChange: (value: ReportPeriod) => void }

function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  return (
    <fieldset className="flex min-w-0 rounded-full bg-surface-2 p-1">
      <legend className="sr-only">Period</legend>
      {reportPeriods.map((days) => (
        <label
          key={days}
          className="relative grid min-h-9 place-items-center rounded-full px-4 font-medium whitespace-nowrap text-muted tabular-nums transition-colors select-none hover:text-text has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="period"
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={days === value}
            onChange={() => onChange(days)}
          />
          {days} days
        </label>
      ))}
    </fieldset>
  )
}

function Report({ period }: { period: ReportPeriod }) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(reportQuery(period))
  const { isRetrying, retry } = useRetry(refetch)
  if (isRetrying || (isError && !data))
    return (
      <ErrorState message="The page views could not be loaded." onRetry={retry} isRetrying={isRetrying} />
    )
  if (!data) return <ReportSkeleton />
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cn('grid grid-cols-1 gap-6 transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      {data.total === 0 ? (
        <EmptyState icon={<ChartColumn />} text={`No page views in the last ${data.days.length} days.`} />
      ) : (
        <Counts report={data} />
      )}
    </div>
  )
}

function Counts({ report: { total, days, routes, paths } }: { report: InsightsReport }) {
  return (
    <>
      <section
        aria-labelledby="views-per-day"
        className="rounded-card border border-border bg-surface p-4 sm:p-6"
      >
        <h2 id="views-per-day" className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-3xl tabular-nums">{formatExactCount(total)}</span>
          <span className="text-sm font-normal tracking-normal text-muted">
            {total === 1 ? 'page view' : 'page views'} in the last {days.length} days
          </span>
        </h2>
        <DayChart days={days} />
      </section>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <CountTable
          title="Most viewed pages"
          heading="Page"
          rows={routes.map(({ route, views }) => ({
            label: routeNames[route],
            detail: route === 'not found' ? 'Any other address' : route,
            views,
          }))}
        />
        <CountTable
          title="Most viewed addresses"
          heading="Address"
          rows={paths.map(({ route, path, title, views }) => ({
            label: title ?? path ?? 'Other addresses',
            detail: title ? `${routeNames[route]} · ${path}` : routeNames[route],
            ...(path && { to: path }),
            views,
          }))}
        />
      </div>
    </>
  )
}

function ReportSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid grid-cols-1 gap-6">
      <Skeleton className="h-96 rounded-card" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  )
}
