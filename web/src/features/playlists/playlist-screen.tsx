import { useQuery } from '@tanstack/react-query'
import { ListVideo } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { MissingPage } from '../../app/missing-page.tsx'
import { paths } from '../../app/paths.ts'
import { useHeadingFocus } from '../../app/use-heading-focus.ts'
import { isNotFound } from '../../lib/api-client.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useRetry } from '../../lib/use-retry.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { toastError } from '../../ui/toast.ts'
import { useCurrentUser } from '../account/api.ts'
import { playlistQuery } from './api.ts'
import { PlaylistHeader } from './playlist-header.tsx'
import { PlaylistRows } from './playlist-rows.tsx'
import { PlaylistSkeleton } from './playlist-skeleton.tsx'

const playlistFailure = "Can't get this playlist right now. Please try again."

/** Which of its states the page is in. */
export function PlaylistScreen({ id }: { id: string }) {
  const { data: playlist, error, refetch } = useQuery(playlistQuery(id))
  const { user } = useCurrentUser()
  const { isRetrying, retry } = useRetry(refetch)
  const isMissing = isNotFound(error)
  const heading = useHeadingFocus(playlist?._id)
  usePageTitle(isMissing ? 'Playlist not found' : playlist?.name)

  if (isMissing) return <PlaylistMissing />
  if (!playlist && (error || isRetrying))
    return <ErrorState message={playlistFailure} onRetry={retry} isRetrying={isRetrying} />
  if (!playlist) return <PlaylistSkeleton />
  const isOwn = user?._id === playlist.owner._id
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <PlaylistHeader playlist={playlist} isOwn={isOwn} headingRef={heading} />
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
          {/* The rest of a long one did not come. */}
          {!playlist.isComplete && (error || isRetrying) && (
            <ErrorState message={playlistFailure} onRetry={retry} isRetrying={isRetrying} className="py-8!" />
          )}
        </div>
      )}
    </div>
  )
}

/** Deleted, private, or never there: a visitor is not told which. */
function PlaylistMissing() {
  useEffect(() => toastError(playlistFailure), [])
  return (
    <MissingPage title="Playlist not found" text="It may have been deleted, or its owner keeps it private." />
  )
}
