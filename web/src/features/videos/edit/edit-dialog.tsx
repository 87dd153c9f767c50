import { type Video, videoDescriptionRule, videoTitleRule } from '@vireo/contract'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { validateWith } from '../../../lib/forms/form-rules.ts'
import { pictureTypes } from '../../../lib/forms/use-picture-choice.ts'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FilePicker } from '../../../ui/forms/file-picker.tsx'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogFormButtons } from '../../../ui/overlays/dialog-form-buttons.tsx'
import { VideoThumbnail } from '../video-thumbnail.tsx'
import { VisibilityField } from '../visibility-field.tsx'
import { type Edit, useEditForm } from './use-edit-form.ts'

type EditDialogProps = { video: Video; open: boolean; onOpenChange: (open: boolean) => void }

/** For the owner: title, description, thumbnail and visibility. */
export function EditDialog({ video, open, onOpenChange }: EditDialogProps) {
  return (
    <Dialog title="Edit Video" size="lg" open={open} onOpenChange={onOpenChange}>
      <Fields video={video} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that it starts with the current video each time. */
function Fields({ video, onDone }: { video: Video; onDone: () => void }) {
  const formId = useId()
  const edit = useEditForm(video, onDone)
  useUnsaved(edit.isChanged && !edit.isSaving)
  return (
    <>
      <EditForm id={formId} video={video} edit={edit} />
      <DialogFormButtons form={formId} submitLabel="Save" isBusy={edit.isSaving} disabled={!edit.isChanged} />
    </>
  )
}

type EditFormProps = { id: string; video: Video; edit: Edit }

function EditForm({ id, video, edit: { form, thumbnail, failure, submit } }: EditFormProps) {
  const { register, control, setValue, formState } = form
  const visibility = useWatch({ control, name: 'visibility' })
  const { errors } = formState
  return (
    <form id={id} onSubmit={submit} noValidate aria-label="Edit video" className="mb-6 grid gap-5">
      <Field label="Title" error={errors.title?.message}>
        <Input {...register('title', validateWith(videoTitleRule))} dir="auto" autoComplete="off" />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea {...register('description', validateWith(videoDescriptionRule))} dir="auto" rows={4} />
      </Field>
      <Field label="Thumbnail" hint="PNG, JPG up to 5MB" error={thumbnail.error}>
        <div className="flex flex-wrap items-center gap-3 rounded-card border border-border p-3">
          <div className="w-full sm:w-56">
            {thumbnail.previewUrl ? (
              <img
                src={thumbnail.previewUrl}
                alt="Preview of the new thumbnail"
                className="aspect-video w-full rounded-control bg-surface-2 object-cover"
              />
            ) : (
              <VideoThumbnail video={video} sizes="224px" className="rounded-control" />
            )}
          </div>
          <FilePicker
            accept={pictureTypes.join(',')}
            onFiles={([file]) => file && thumbnail.choose(file)}
            className="rounded-control"
          >
            <span aria-hidden="true" className={buttonClass('secondary', 'sm')}>
              Choose another
            </span>
          </FilePicker>
        </div>
      </Field>
      <VisibilityField
        value={visibility}
        onChange={(value) => setValue('visibility', value, { shouldDirty: true })}
      />
      <FormAlert message={failure} />
    </form>
  )
}
