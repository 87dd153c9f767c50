import { type Video, videoDescriptionRule, videoTitleRule } from '@vireo/contract'
import { useWatch } from 'react-hook-form'
import { buttonClass } from '../../ui/button-class.ts'
import { Field } from '../../ui/field.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { FormAlert } from '../account/form-alert.tsx'
import { by } from '../account/form-rules.ts'
import { pictureTypes } from '../account/picture-problem.ts'
import type { Edit } from './use-edit-form.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'
import { VisibilityField } from './visibility-field.tsx'

type EditFormProps = { id: string; video: Video; edit: Edit }

export function EditForm({ id, video, edit: { form, thumbnail, failure, submit } }: EditFormProps) {
  const { register, control, setValue, formState } = form
  const visibility = useWatch({ control, name: 'visibility' })
  const { errors } = formState
  return (
    <form id={id} onSubmit={submit} noValidate aria-label="Edit video" className="grid gap-5">
      <Field label="Title" error={errors.title?.message}>
        <Input {...register('title', by(videoTitleRule))} dir="auto" autoComplete="off" />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea {...register('description', by(videoDescriptionRule))} dir="auto" rows={4} />
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
              <VideoThumbnail video={video} sizes="224px" className="rounded-control!" />
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
