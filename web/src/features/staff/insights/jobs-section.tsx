import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type JobsReport } from '@vireo/contract'
import { CircleCheck } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api-client.ts'
import { focusNeighbour } from '../../../lib/dom/focus-neighbour.ts'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { formatDateTime, formatExactCount, formatRelativeTime } from '../../../lib/text/format.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { jobsQuery } from './api.ts'

const poolNames: Record<JobsReport['pools'][number]['pool'], string> = {
  light: 'Mail and small jobs',
  push: 'Notifications on devices',
  playable: 'Making videos watchable',
  heavy: 'Encoding all sizes',
}

export function JobsSection() {
  const { data, isError, refetch } = useQuery(jobsQuery)
  const { isRetrying, retry } = useRetry(refetch)
  return (
    <section aria-labelledby="jobs" className="grid grid-cols-1 gap-3">
      <h2 id="jobs" tabIndex={-1} className="scroll-mt-20 text-xl outline-none">
        Background jobs
      </h2>
      {isRetrying || (isError && !data) ? (
        <ErrorState message="The jobs could not be loaded." onRetry={retry} isRetrying={isRetrying} />
      ) : data ? (
        <Jobs report={data} />
      ) : (
        <Skeleton className="h-60 rounded-card" />
      )}
    </section>
  )
}

export function Jobs({ report: { pools, failed, failedCount } }: { report: JobsReport }) {
  return (
    <>
      <div className="rounded-card border border-border bg-surface p-4 sm:p-6">
        <table aria-label="Queue" className="w-full tabular-nums">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="py-1 text-start font-medium">
                Queue
              </th>
              {['Waiting', 'Running', 'Later'].map((heading) => (
                <th key={heading} scope="col" className="py-1 ps-2 text-end font-medium sm:ps-6">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pools.map(({ pool, waiting, running, scheduled, oldest }) => (
              <tr key={pool} className="align-top">
                <th scope="row" className="w-full border-t border-border py-2 text-start font-normal">
                  {poolNames[pool]}
                  {oldest && <Waiting since={oldest} />}
                </th>
                {[waiting, running, scheduled].map((count, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
                  <td key={column} className="border-t border-border py-2 ps-2 text-end sm:ps-6">
                    {formatExactCount(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3 className="mt-2 text-base">Failed jobs{failedCount > 0 && `: ${formatExactCount(failedCount)}`}</h3>
      {failed.length === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden="true" className="size-5 stroke-[1.75] text-accent" />
          No job has failed.
        </p>
      ) : (
        <ul
          aria-label="Failed jobs"
          className="divide-y divide-border rounded-card border border-border bg-surface px-4 sm:px-6"
        >
          {failed.map((job) => (
            <FailedJob key={job._id} job={job} />
          ))}
        </ul>
      )}
      {failedCount > failed.length && (
        <p className="text-xs text-muted">
          Shown: the latest {formatExactCount(failed.length)} of {formatExactCount(failedCount)}.
        </p>
      )}
    </>
  )
}

function Waiting({ since }: { since: string }) {
  const [time, isLong] = formatRelativeTime(since).split(' ago')
  if (isLong === undefined) return null
  return <span className="block text-xs text-muted">The first has been waiting for {time}</span>
}

function FailedJob({ job }: { job: JobsReport['failed'][number] }) {
  const confirm = useConfirm()
  const button = useRef<HTMLButtonElement>(null)
  const leave = () => focusNeighbour(button.current)
  const retry = useJobAction(api.failedJobs.retry, job._id, leave)
  const dismiss = useJobAction(api.failedJobs.dismiss, job._id, leave)
  const isBusy = retry.isPending || dismiss.isPending
  const askToDismiss = async () => {
    const title = 'Dismiss this job?'
    if (await confirm({ title, text: 'It will not be tried again.', confirmLabel: 'Dismiss' }))
      dismiss.mutate()
  }
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="wrap-anywhere">
          <span className="font-medium">{job.name}</span>
          {job.video && (
            <>
              {': '}
              <Link to={paths.watch(job.video._id)} className="link">
                <bdi>{job.video.title}</bdi>
              </Link>
            </>
          )}
        </p>
        <p className="wrap-anywhere text-muted">{job.message || 'No message'}</p>
        <p className="text-xs text-muted">
          <time dateTime={job.failedAt} title={formatDateTime(job.failedAt)}>
            {formatRelativeTime(job.failedAt)}
          </time>
          , after {job.attempts} {job.attempts === 1 ? 'try' : 'tries'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          ref={button}
          size="sm"
          isBusy={retry.isPending}
          aria-label={`Retry ${job.name}`}
          onClick={() => !isBusy && retry.mutate()}
        >
          Retry
        </Button>
        <Button
          size="sm"
          isBusy={dismiss.isPending}
          aria-label={`Dismiss ${job.name}`}
          onClick={() => !isBusy && void askToDismiss()}
        >
          Dismiss
        </Button>
      </div>
    </li>
  )
}

type JobAction = typeof api.failedJobs.retry | typeof api.failedJobs.dismiss

/**
 * Reloads the list whatever the outcome, because someone else may have acted on the job. `onDone` is called before its
 * row disappears.
 */
function useJobAction(endpoint: JobAction, id: string, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(endpoint, { params: { id } }),
    onSuccess: () => {
      toastSuccess(endpoint.message)
      onDone()
    },
    onError: (error) => toastError(messageOf(error, 'Something went wrong. Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  })
}
