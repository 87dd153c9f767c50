import { useQuery } from '@tanstack/react-query'
import { ListVideo } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { isNotFound } from '../../../../lib/api-client.ts'
import { usePageTitle } from '../../../../lib/hooks/page-title.ts'
import { useRetry } from '../../../../lib/query/use-retry.ts'
import { MissingPage } from '../../../../navigation/errors/missing-page.tsx'
import { paths } from '../../../../navigation/links/paths.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { useCurrentUser } from '../../../people/accounts/api.ts'
import { playlistQuery } from '../api.ts'
import { PlaylistHeader } from './playlist-header.tsx'
import { PlaylistRows } from './playlist-rows.tsx'

const playlistFailure = "Can't get this playlist right now. Please try again."

/** The playlist, or its loading, failed or not-found state. */
export function PlaylistScreen({ id }: { id: string }) {
  // The route's loader has just tried: show its error instead of trying again.
  const { data: playlist, error, refetch } = useQuery({ ...playlistQuery(id), retryOnMount: false })
  const { user } = useCurrentUser()
  const { isRetrying, retry } = useRetry(refetch)
  const isMissing = isNotFound(error)
  usePageTitle(isMissing ? 'Playlist not found' : playlist?.name)

  if (isMissing) return <PlaylistMissing />
  if (!playlist && (error || isRetrying))
    return <ErrorState message={playlistFailure} onRetry={retry} isRetrying={isRetrying} />
  if (!playlist) return <PlaylistSkeleton />
  const isOwn = user?._id === playlist.owner._id
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <PlaylistHeader playlist={playlist} isOwn={isOwn} />
      {playlist.videos.length === 0 ? (
        <EmptyState
          icon={<ListVideo />}
          text="There are no videos in this playlist."
          action={
            isOwn && (
              <Button asChild>
                <Link to={paths.home()}>Browse videos</Link>
              </Button>
            )
          }
        />
      ) : (
        <div className="min-w-0">
          <PlaylistRows playlist={playlist} isOwn={isOwn} />
          {/* The rest of a long playlist could not be loaded. */}
          {!playlist.isComplete && (error || isRetrying) && (
            <ErrorState message={playlistFailure} onRetry={retry} isRetrying={isRetrying} className="py-8" />
          )}
        </div>
      )}
    </div>
  )
}

/** Deleted, private or nonexistent; the server does not reveal which. */
function PlaylistMissing() {
  useEffect(() => toastError(playlistFailure), [])
  return (
    <MissingPage title="Playlist not found" text="It may have been deleted, or its owner keeps it private." />
  )
}

const rows = 6

/** The same size as the page: the cover with its details, and rows beside them. */
function PlaylistSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Loading playlist"
      className="mx-auto grid max-w-6xl gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-3">
        <Skeleton className="aspect-video rounded-card" />
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-10 w-full" />
      </div>
      <div className="grid content-start gap-4">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are identical and never move
          <Skeleton key={index} className="h-18 rounded-card" />
        ))}
      </div>
    </div>
  )
}
