import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type PlaylistChoice, playlistNameRule, type Visibility } from '@vireo/contract'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { Input } from '../../../ui/forms/fields/input.tsx'
import { Select } from '../../../ui/forms/fields/select.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { VisibilityIcon, visibilityNames } from '../../publishing/videos/visibility-icon.tsx'
import { choicesQuery, createPlaylist, playlistListFailure } from './api.ts'
import { requestSave } from './save-toggle.ts'

type SaveDialogProps = { videoId: string; open: boolean; onOpenChange: (open: boolean) => void }

/** The viewer's playlists, each with a checkbox, and a form for a new one. */
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
  const list = useFocusWhenLoaded(playlists !== undefined)
  if (!playlists && (isError || isRetrying))
    return (
      <ErrorState message={playlistListFailure} onRetry={retry} isRetrying={isRetrying} className="py-6" />
    )
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
      <ul ref={list} aria-label="Playlists" className="-mx-3 grid max-h-[min(18rem,30dvh)] overflow-y-auto">
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

/** If the playlists have to be loaded, the dialog opens before it has a field. */
function useFocusWhenLoaded(isLoaded: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const wasLoaded = useRef(isLoaded)
  useEffect(() => {
    if (isLoaded && !wasLoaded.current) list.current?.querySelector('input')?.focus()
    wasLoaded.current = isLoaded
  }, [isLoaded])
  return list
}

function Choice({ playlist, videoId }: { playlist: PlaylistChoice; videoId: string }) {
  const queryClient = useQueryClient()
  const id = useId()
  const { _id, name, visibility, isSaved } = playlist
  const { queryKey } = choicesQuery(videoId)
  const show = (isShown: boolean) => {
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (known) =>
      known?.map((choice) => (choice._id === _id ? { ...choice, isSaved: isShown } : choice)),
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
          void requestSave(queryClient, { playlistId: _id, videoId, isOn: target.checked, show })
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

/** A button that opens a short form for a new playlist with the video in it. */
function NewPlaylist({ videoId }: { videoId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setIsOpen(true)
    setWasOpen(true)
  }
  if (!isOpen)
    return (
      // The form had the focus when it closed.
      <Button className="justify-self-start" autoFocus={wasOpen} onClick={open}>
        <Plus />
        New playlist
      </Button>
    )
  return <NewPlaylistForm videoId={videoId} onDone={() => setIsOpen(false)} />
}

function NewPlaylistForm({ videoId, onDone }: { videoId: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [visibility, setVisibility] = useState<Visibility>('private')
  const [error, setError] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  useUnsaved(name.trim() !== '', { isSaving })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problem = playlistNameRule(name)
    setError(problem)
    if (problem || isSaving) return
    setIsSaving(true)
    try {
      const playlist = await createPlaylist(queryClient, { name, visibility, videoId })
      toastSuccess(`Saved to ${playlist.name}`)
      await queryClient.invalidateQueries({ queryKey: choicesQuery(videoId).queryKey })
      onDone()
    } catch (failure) {
      setError(messageOf(failure, 'The playlist could not be created. Please try again'))
      setIsSaving(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate aria-label="New playlist" className="grid gap-3">
      <Field label="Name" {...(error && { error })}>
        <Input
          autoFocus
          dir="auto"
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select
          aria-label="Visibility"
          value={visibility}
          onChange={({ target }) => setVisibility(target.value as Visibility)}
        >
          {Object.entries(visibilityNames).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <div className="flex gap-2">
          <Button variant="ghost" disabled={isSaving} onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={isSaving}>
            Create
          </Button>
        </div>
      </div>
    </form>
  )
}
