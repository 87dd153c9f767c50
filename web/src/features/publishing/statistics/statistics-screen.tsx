import { useQuery } from '@tanstack/react-query'
import { reportPeriods, type VideoStatistics } from '@vireo/contract'
import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isNotFound } from '../../../lib/api-client.ts'
import { cn } from '../../../lib/cn.ts'
import { usePageTitle } from '../../../lib/hooks/page-title.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { formatDuration, formatExactCount } from '../../../lib/text/format.ts'
import { MissingPage } from '../../../navigation/errors/missing-page.tsx'
import { paths } from '../../../navigation/links/paths.ts'
import { usePeriod } from '../../../navigation/use-period.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DayChart } from '../../../ui/charts/day-chart.tsx'
import { PeriodChoice } from '../../../ui/charts/period-choice.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { statisticsQuery } from './api.ts'
import { AudienceChart } from './audience-chart.tsx'

export function StatisticsScreen({ videoId }: { videoId: string }) {
  const [period, choosePeriod] = usePeriod()
  const { data, error, isPlaceholderData, refetch } = useQuery(statisticsQuery(videoId, period))
  const { isRetrying, retry } = useRetry(refetch)
  const isMissing = isNotFound(error)
  usePageTitle(isMissing ? 'Video not found' : data && `Statistics: ${data.video.title}`)
  if (isMissing) return <MissingPage title="Video not found" />
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl">Statistics</h1>
          <p dir="auto" className="min-h-5 truncate">
            {data && (
              <Link to={paths.watch(videoId)} className="link">
                {data.video.title}
              </Link>
            )}
          </p>
        </div>
        <PeriodChoice periods={reportPeriods} value={period} onChange={choosePeriod} />
      </div>
      {isRetrying || (error && !data) ? (
        <ErrorState message="The statistics could not be loaded." onRetry={retry} isRetrying={isRetrying} />
      ) : data ? (
        <div
          aria-busy={isPlaceholderData}
          className={cn('grid grid-cols-1 gap-6 transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <Statistics statistics={data} />
        </div>
      ) : (
        <StatisticsSkeleton />
      )}
      <p className="text-xs text-pretty text-muted">
        Days are in UTC. Your own views are not counted, and nothing is kept about who watched. Browsers that
        ask not to be tracked are left out of watch time and audience.
      </p>
    </div>
  )
}

export function Statistics({ statistics }: { statistics: VideoStatistics }) {
  const { video, days, audience } = statistics
  const views = days.reduce((sum, day) => sum + day.views, 0)
  const seconds = days.reduce((sum, day) => sum + day.watchSeconds, 0)
  if (video.views === 0 && !audience) {
    return (
      <EmptyState
        icon={<ChartColumn />}
        text="Nobody has watched this video yet."
        action={
          <Button asChild>
            <Link to={paths.watch(video._id)}>Go to the video</Link>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Card
          title={formatExactCount(views)}
          detail={`${views === 1 ? 'view' : 'views'} in ${days.length} days`}
        >
          <DayChart
            name="Views"
            heading="Views"
            days={days.map((day) => ({ day: day.day, value: day.views }))}
            describe={(value) => `${formatExactCount(value)} ${value === 1 ? 'view' : 'views'}`}
          />
        </Card>
        <Card title={formatDuration(seconds)} detail={`watch time in ${days.length} days`}>
          <DayChart
            name="Watch time"
            heading="Watch time"
            days={days.map((day) => ({ day: day.day, value: day.watchSeconds }))}
            describe={formatDuration}
            format={formatDuration}
            unit={unitOf(Math.max(...days.map((day) => day.watchSeconds)))}
          />
        </Card>
      </div>
      {audience && (
        <Card
          title={`${Math.round(audience.share * 100)}%`}
          detail={`watched on average, of ${formatExactCount(audience.plays)} ${audience.plays === 1 ? 'play' : 'plays'} in all`}
        >
          <AudienceChart parts={audience.parts} duration={video.duration} />
        </Card>
      )}
    </>
  )
}

/** The unit of the scale for days with up to `most` seconds of watch time. */
function unitOf(most: number) {
  if (most >= 4 * 3600) return { size: 3600, sign: ' h' }
  return most >= 4 * 60 ? { size: 60, sign: ' min' } : { size: 1, sign: ' s' }
}

type CardProps = { title: string; detail: string; children: ReactNode }

function Card({ title, detail, children }: CardProps) {
  return (
    <section className="rounded-card border border-border bg-surface p-4 sm:p-6">
      <h2 className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-3xl tabular-nums">{title}</span>
        <span className="text-sm font-normal tracking-normal text-muted">{detail}</span>
      </h2>
      {children}
    </section>
  )
}

function StatisticsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid grid-cols-1 gap-6">
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  )
}
