import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PlaylistChoice } from '@vireo/contract'
import { useId } from 'react'
import { useRetry } from '../../lib/use-retry.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisibilityIcon } from '../videos/visibility-icon.tsx'
import { choicesQuery, listFailure } from './api.ts'
import { NewPlaylist } from './new-playlist.tsx'
import { requestSave } from './save-toggle.ts'

type SaveDialogProps = { videoId: string; open: boolean; onOpenChange: (open: boolean) => void }

/** All of one's playlists with a checkbox each, and a form for a new one. */
export function SaveDialog({ videoId, open, onOpenChange }: SaveDialogProps) {
  return (
    <Dialog title="Save to playlist" size="sm" open={open} onOpenChange={onOpenChange}>
      <Choices videoId={videoId} />
    </Dialog>
  )
}

function Choices({ videoId }: { videoId: string }) {
  const { data: playlists, isError, refetch } = useQuery(choicesQuery(videoId))
  const { isRetrying, retry } = useRetry(refetch)
  if (!playlists && (isError || isRetrying))
    return <ErrorState message={listFailure} onRetry={retry} isRetrying={isRetrying} className="py-6!" />
  if (!playlists)
    return (
      <div role="status" aria-busy="true" aria-label="Loading playlists" className="grid gap-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    )
  return (
    <div className="grid gap-4">
      <ul aria-label="Playlists" className="-mx-3 grid max-h-72 overflow-y-auto">
        {playlists.map((playlist) => (
          <li key={playlist._id}>
            <Choice playlist={playlist} videoId={videoId} />
          </li>
        ))}
      </ul>
      <NewPlaylist videoId={videoId} />
    </div>
  )
}

function Choice({ playlist, videoId }: { playlist: PlaylistChoice; videoId: string }) {
  const queryClient = useQueryClient()
  const id = useId()
  const { _id, name, visibility, isSaved } = playlist
  const { queryKey } = choicesQuery(videoId)
  const show = (isShown: boolean) => {
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (known) =>
      known?.map((one) => (one._id === _id ? { ...one, isSaved: isShown } : one)),
    )
  }
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 transition-colors hover:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
    >
      <input
        id={id}
        type="checkbox"
        checked={isSaved}
        onChange={({ target }) =>
          void requestSave(queryClient, { playlistId: _id, videoId, isWanted: target.checked, show })
        }
        className="size-4.5 shrink-0 accent-accent focus-visible:outline-none"
      />
      <span dir="auto" className="min-w-0 grow truncate">
        {name}
      </span>
      <VisibilityIcon visibility={visibility} />
    </label>
  )
}
