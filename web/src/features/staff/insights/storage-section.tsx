import { useQuery } from '@tanstack/react-query'
import type { SiteStorage } from '@vireo/contract'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { formatBytes } from '../../../lib/text/format.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { storageQuery } from './api.ts'

export function StorageSection() {
  const { data, isError, refetch } = useQuery(storageQuery)
  const { isRetrying, retry } = useRetry(refetch)
  return (
    <section aria-labelledby="storage" className="grid grid-cols-1 gap-3">
      <h2 id="storage" className="scroll-mt-20 text-xl">
        Storage
      </h2>
      {isRetrying || (isError && !data) ? (
        <ErrorState message="The storage could not be loaded." onRetry={retry} isRetrying={isRetrying} />
      ) : data ? (
        <Storage storage={data} />
      ) : (
        <Skeleton className="h-60 rounded-card" />
      )}
    </section>
  )
}

const failures: Record<SiteStorage['failing'][number], string> = {
  storage:
    'The store of files does not answer. Pages and comments work; videos, pictures and uploads do not.',
  disk: 'The disk of the server is nearly full. Everything can be read, but uploads and pictures are refused.',
}

export function Storage({ storage }: { storage: SiteStorage }) {
  // A server of the previous version does not report failures.
  const { used, free, accounts, failing = [] } = storage
  const most = accounts[0]?.bytes ?? 1
  return (
    <>
      {failing.map((part) => (
        <Notice key={part} icon={<TriangleAlert />} role="alert">
          {failures[part]}
        </Notice>
      ))}
      <div className="rounded-card border border-border bg-surface p-4 sm:p-6">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            <span className="text-2xl font-semibold tabular-nums">{formatBytes(used)}</span>{' '}
            <span className="text-muted">used by videos</span>
          </span>
          {free !== null && <span className="text-muted tabular-nums">{formatBytes(free)} free</span>}
        </p>
        {free !== null && <UsedShare used={used} free={free} />}
        {accounts.length > 0 && (
          <table aria-label="Largest accounts" className="mt-4 w-full">
            <thead className="text-xs text-muted">
              <tr>
                <th scope="col" className="py-1 text-start font-medium">
                  Largest accounts
                </th>
                <th scope="col" className="py-1 ps-4 text-end font-medium">
                  Storage
                </th>
              </tr>
            </thead>
            <tbody>
              {accounts.map(({ owner, bytes }) => (
                <tr key={owner._id}>
                  <th scope="row" className="w-full border-t border-border py-2 text-start font-normal">
                    <Link
                      to={paths.profile(owner.username)}
                      className="flex items-center gap-3 rounded-sm hover:underline pointer-coarse:min-h-11"
                    >
                      <Avatar name={owner.fullname} src={owner.avatar} size="xs" />
                      <span className="min-w-0 wrap-anywhere">
                        <bdi className="font-medium">{owner.fullname}</bdi>{' '}
                        <span className="text-muted">@{owner.username}</span>
                      </span>
                    </Link>
                    <span aria-hidden="true" className="mt-1.5 block h-1 rounded-full bg-surface-2">
                      <span
                        className="block h-full min-w-1 rounded-full bg-accent"
                        style={{ width: `${(bytes / most) * 100}%` }}
                      />
                    </span>
                  </th>
                  <td className="border-t border-border py-2 ps-4 align-top whitespace-nowrap tabular-nums">
                    {/* As high as the link beside it. */}
                    <span className="flex min-h-6 items-center justify-end pointer-coarse:min-h-11">
                      {formatBytes(bytes)}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}

function UsedShare({ used, free }: { used: number; free: number }) {
  const share = used + free > 0 ? used / (used + free) : 0
  return (
    <>
      <meter
        aria-label="Storage in use"
        aria-valuetext={`${formatBytes(used)} used, ${formatBytes(free)} free`}
        value={share}
        className="sr-only"
      />
      <div aria-hidden="true" className="mt-2 h-2 overflow-hidden rounded-full bg-surface-2">
        <div
          className={share > 0.9 ? 'h-full bg-danger' : 'h-full bg-accent'}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </>
  )
}
