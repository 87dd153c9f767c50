import { useQuery } from '@tanstack/react-query'
import { type Video, videoDescriptionRule, videoTitleRule } from '@vireo/contract'
import { useEffect, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { validateWith } from '../../../../lib/forms/form-rules.ts'
import { pictureTypes } from '../../../../lib/forms/use-picture-choice.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../../../ui/feedback/skeleton-list.tsx'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { Textarea } from '../../../../ui/forms/fields/textarea.tsx'
import { FilePicker } from '../../../../ui/forms/files/file-picker.tsx'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { useUnsaved } from '../../../../ui/forms/unsaved.ts'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { DialogFormButtons } from '../../../../ui/overlays/dialog-form-buttons.tsx'
import { CommentsModeField } from '../../comments-mode/comments-mode-field.tsx'
import { videoQuery } from '../api.ts'
import { EditCaptions } from '../captions/edit-captions.tsx'
import { FramePicker, useFrames } from '../frames/frame-picker.tsx'
import { VideoThumbnail } from '../video-thumbnail.tsx'
import { VisibilityField } from '../visibility-field.tsx'
import { type Edit, useEditForm } from './use-edit-form.ts'

type EditDialogProps = { videoId: string; open: boolean; onOpenChange: (open: boolean) => void }

/** For the owner: title, description, thumbnail, captions, visibility and who may comment. */
export function EditDialog({ videoId, open, onOpenChange }: EditDialogProps) {
  return (
    <Dialog title="Edit Video" size="lg" open={open} onOpenChange={onOpenChange}>
      <LoadedFields videoId={videoId} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Loads the video, because lists have only some of the editable fields. */
function LoadedFields({ videoId, onDone }: { videoId: string; onDone: () => void }) {
  const { data: video, error, refetch, isFetching } = useQuery(videoQuery(videoId))
  if (video) return <Fields video={video} onDone={onDone} />
  if (error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <div role="status" aria-busy="true" aria-label="Loading the video">
      <SkeletonLines
        lines={['h-11 w-full', 'h-28 w-full', 'h-36 w-full', 'h-24 w-full']}
        className="grid gap-5 py-2"
      />
    </div>
  )
}

/** Mounted with the dialog, so that it starts with the current video each time. */
function Fields({ video, onDone }: { video: Video; onDone: () => void }) {
  const formId = useId()
  const edit = useEditForm(video, onDone)
  useUnsaved(edit.isChanged, { isSaving: edit.isSaving })
  const { setFocus } = edit.form
  // The dialog may have opened before the field was rendered.
  useEffect(() => setFocus('title'), [setFocus])
  return (
    <>
      <EditForm id={formId} video={video} edit={edit} />
      <DialogFormButtons
        form={formId}
        submitLabel="Save"
        // Captions are saved at once, which Cancel could not undo.
        closeLabel={edit.isChanged ? 'Cancel' : 'Close'}
        isBusy={edit.isSaving}
        disabled={!edit.isChanged}
      />
    </>
  )
}

type EditFormProps = { id: string; video: Video; edit: Edit }

function EditForm({ id, video, edit }: EditFormProps) {
  const { form, failure, submit } = edit
  const { register, control, setValue, formState } = form
  const [visibility, commentsMode] = useWatch({ control, name: ['visibility', 'commentsMode'] })
  const { errors } = formState
  return (
    <form id={id} onSubmit={submit} noValidate aria-label="Edit video" className="mb-6 grid gap-5">
      <Field label="Title" error={errors.title?.message}>
        <Input {...register('title', validateWith(videoTitleRule))} dir="auto" autoComplete="off" />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea {...register('description', validateWith(videoDescriptionRule))} dir="auto" rows={4} />
      </Field>
      <ThumbnailChoice video={video} edit={edit} />
      <EditCaptions video={video} />
      <VisibilityField
        value={visibility}
        onChange={(value) => setValue('visibility', value, { shouldDirty: true })}
      />
      <CommentsModeField
        kind="video"
        legend="Comments"
        value={commentsMode}
        onChange={(value) => setValue('commentsMode', value, { shouldDirty: true })}
      />
      <FormAlert message={failure} />
    </form>
  )
}

/** Another picture, or a frame of the video. */
function ThumbnailChoice({ video, edit }: Omit<EditFormProps, 'id'>) {
  const { thumbnail, frame, chooseFile, chooseFrame } = edit
  const [hasFrames, setHasFrames] = useState(false)
  // Drawn on demand, because it loads parts of the video.
  const frames = useFrames((hasFrames && video.videofile) || undefined)
  return (
    <div className="grid gap-3">
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
            onFiles={([file]) => file && chooseFile(file)}
            className="rounded-control"
          >
            <span aria-hidden="true" className={buttonClass('secondary', 'sm')}>
              Choose another
            </span>
          </FilePicker>
          {video.videofile && !hasFrames && (
            <Button size="sm" onClick={() => setHasFrames(true)}>
              Pick a frame
            </Button>
          )}
        </div>
      </Field>
      {hasFrames && (
        // The pressed button is gone.
        <div ref={takeFocus} tabIndex={-1} className="outline-none">
          {frames.hasEnded && frames.images.length === 0 && (
            <p role="status" className="text-muted">
              This browser can’t show frames of this video.
            </p>
          )}
          <FramePicker frames={frames} chosen={frame} onChoose={chooseFrame} />
        </div>
      )}
    </div>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()
