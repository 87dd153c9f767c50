import { useQuery } from '@tanstack/react-query'
import { type PageViewsReport, type ReportPeriod, reportPeriods } from '@vireo/contract'
import { ChartColumn } from 'lucide-react'
import { cn } from '../../../lib/cn.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { formatExactCount } from '../../../lib/text/format.ts'
import { usePeriod } from '../../../navigation/use-period.ts'
import { DayChart } from '../../../ui/charts/day-chart.tsx'
import { PeriodChoice } from '../../../ui/charts/period-choice.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { reportQuery } from './api.ts'
import { CountTable } from './count-table.tsx'
import { JobsSection } from './jobs-section.tsx'
import { routeNames } from './route-names.ts'
import { StorageSection } from './storage-section.tsx'

export function InsightsScreen() {
  const [period, choosePeriod] = usePeriod()
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1 className="text-2xl">Insights</h1>
          <nav aria-label="On this page" className="flex gap-4">
            <a href="#storage" className="link pointer-coarse:py-3">
              Storage
            </a>
            <a href="#jobs" className="link pointer-coarse:py-3">
              Background jobs
            </a>
          </nav>
        </div>
        <PeriodChoice periods={reportPeriods} value={period} onChange={choosePeriod} />
      </div>
      <Report period={period} />
      <p className="text-xs text-pretty text-muted">
        Days are in UTC. Browsers that ask not to be tracked are not counted, and nothing is kept about who
        opened a page.
      </p>
      <StorageSection />
      <JobsSection />
    </div>
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

function Counts({ report: { total, days, routes, paths } }: { report: PageViewsReport }) {
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
        <DayChart
          name="Page views"
          heading="Views"
          days={days.map(({ day, views }) => ({ day, value: views }))}
          describe={(views) => `${formatExactCount(views)} ${views === 1 ? 'view' : 'views'}`}
        />
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
