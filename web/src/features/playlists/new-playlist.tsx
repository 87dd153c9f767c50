import { useQueryClient } from '@tanstack/react-query'
import type { Visibility } from '@vireo/contract'
import { playlistNameRule } from '@vireo/contract/rules/playlists'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { visibilityNames } from '../videos/visibility-icon.tsx'
import { choicesQuery, createPlaylist } from './api.ts'

/** A short form inside the dialog: a new playlist with the video in it. */
export function NewPlaylist({ videoId }: { videoId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen)
    return (
      <Button className="justify-self-start" onClick={() => setIsOpen(true)}>
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
          <Button variant="ghost" onClick={onDone}>
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
