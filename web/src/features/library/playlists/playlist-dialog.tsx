import { useQueryClient } from '@tanstack/react-query'
import { type Playlist, playlistDescriptionRule, playlistNameRule, type Visibility } from '@vireo/contract'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { formTiming, showFieldErrors, validateWith } from '../../../lib/forms/form-rules.ts'
import { toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { Input } from '../../../ui/forms/fields/input.tsx'
import { Textarea } from '../../../ui/forms/fields/textarea.tsx'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogFormButtons } from '../../../ui/overlays/dialog-form-buttons.tsx'
import { VisibilityField } from '../../publishing/videos/visibility-field.tsx'
import { createPlaylist, updatePlaylist } from './api.ts'

type Values = { name: string; description: string; visibility: Visibility }
type EditedPlaylist = Pick<Playlist, '_id' | keyof Values>
type PlaylistDialogProps = {
  /** Without it, a new playlist is created. */
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
  useUnsaved(isDirty, { isSaving: isSubmitting })
  return (
    <>
      <form id={id} onSubmit={submit} noValidate aria-label="Playlist" className="mb-6 grid gap-5">
        <Field label="Name" {...(errors.name?.message && { error: errors.name.message })}>
          <Input {...register('name', validateWith(playlistNameRule))} dir="auto" autoComplete="off" />
        </Field>
        <Field
          label="Description"
          {...(errors.description?.message && { error: errors.description.message })}
        >
          <Textarea {...register('description', validateWith(playlistDescriptionRule))} dir="auto" rows={3} />
        </Field>
        <VisibilityField
          value={visibility}
          onChange={(value) => setValue('visibility', value, { shouldDirty: true })}
        />
        <FormAlert message={failure} />
      </form>
      <DialogFormButtons
        form={id}
        submitLabel={playlist ? 'Save' : 'Create'}
        isBusy={isSubmitting}
        disabled={playlist !== undefined && !isDirty}
      />
    </>
  )
}

/** The form keeps its values when saving fails. */
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
