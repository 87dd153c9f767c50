import { useQueryClient } from '@tanstack/react-query'
import type { Playlist, Visibility } from '@vireo/contract'
import { playlistDescriptionRule, playlistNameRule } from '@vireo/contract/rules/playlists'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { by, formTiming, showFieldErrors } from '../account/form-rules.ts'
import { VisibilityField } from '../videos/visibility-field.tsx'
import { createPlaylist, updatePlaylist } from './api.ts'

type Values = { name: string; description: string; visibility: Visibility }
type EditedPlaylist = Pick<Playlist, '_id' | keyof Values>
type PlaylistDialogProps = {
  /** Without one, a new one is made. */
  playlist?: EditedPlaylist
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PlaylistDialog({ playlist, open, onOpenChange }: PlaylistDialogProps) {
  return (
    <Dialog
      title={playlist ? 'Edit playlist' : 'New playlist'}
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
    >
      <PlaylistForm playlist={playlist} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

type PlaylistFormProps = { playlist: EditedPlaylist | undefined; onDone: () => void }

function PlaylistForm({ playlist, onDone }: PlaylistFormProps) {
  const id = useId()
  const { form, failure, submit } = usePlaylistForm(playlist, onDone)
  const { register, control, setValue, formState } = form
  const visibility = useWatch({ control, name: 'visibility' })
  const { errors, isDirty, isSubmitting } = formState
  return (
    <>
      <form id={id} onSubmit={submit} noValidate aria-label="Playlist" className="grid gap-5">
        <Field label="Name" {...(errors.name?.message && { error: errors.name.message })}>
          <Input
            {...register('name', by(playlistNameRule))}
            dir="auto"
            autoComplete="off"
            data-autofocus=""
          />
        </Field>
        <Field
          label="Description"
          {...(errors.description?.message && { error: errors.description.message })}
        >
          <Textarea {...register('description', by(playlistDescriptionRule))} dir="auto" rows={3} />
        </Field>
        <VisibilityField
          value={visibility}
          onChange={(value) => setValue('visibility', value, { shouldDirty: true })}
        />
        <FormAlert message={failure} />
      </form>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <DialogClose asChild>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          form={id}
          variant="primary"
          isBusy={isSubmitting}
          disabled={!!playlist && !isDirty}
        >
          {playlist ? 'Save' : 'Create'}
        </Button>
      </div>
    </>
  )
}

/** What was typed stays when saving fails. */
function usePlaylistForm(playlist: EditedPlaylist | undefined, onDone: () => void) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const { name = '', description = '', visibility = 'private' } = playlist ?? {}
  const form = useForm<Values>({ ...formTiming, defaultValues: { name, description, visibility } })
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      if (playlist) await updatePlaylist(queryClient, playlist._id, values)
      else await createPlaylist(queryClient, values)
      toastSuccess(playlist ? 'Playlist updated' : 'Playlist created')
      onDone()
    } catch (error) {
      const isShown = showFieldErrors<Values>(error, ['name', 'description'], form.setError)
      if (!isShown) setFailure(messageOf(error, 'The playlist could not be saved. Please try again'))
    }
  })
  return { form, failure, submit }
}
