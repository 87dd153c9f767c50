import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type CommentsMode, limits, type Video, type Visibility } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../../lib/api-client.ts'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { formTiming, showFieldErrors } from '../../../../lib/forms/form-rules.ts'
import { usePictureChoice } from '../../../../lib/forms/use-picture-choice.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { channelsKey } from '../../../people/accounts/api.ts'
import { patchVideo, videoKeys } from '../api.ts'

type EditValues = { title: string; description: string; visibility: Visibility; commentsMode: CommentsMode }

/** The form keeps its values when saving fails. */
export function useEditForm(video: Video, onDone: () => void) {
  const update = useUpdateVideo(video._id)
  const thumbnail = usePictureChoice(limits.thumbnailBytes)
  const [failure, setFailure] = useState<string>()
  const [frame, setFrame] = useState<Blob>()
  const { title, description, visibility, commentsMode } = video
  const form = useForm<EditValues>({
    ...formTiming,
    defaultValues: { title, description, visibility, commentsMode },
  })

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    thumbnail.setError(undefined)
    try {
      await update.mutateAsync(toFormData(values, thumbnail.file))
      toastSuccess(api.videos.update.message)
      onDone()
    } catch (error) {
      const isShown = showFieldErrors<EditValues>(error, ['title', 'description'], form.setError)
      if (!isShown) setFailure(messageOf(error, 'Failed to update video. Please try again'))
    }
  })
  const isChanged = form.formState.isDirty || thumbnail.file !== undefined
  const chooseFile = (file: File) => {
    setFrame(undefined)
    thumbnail.choose(file)
  }
  const chooseFrame = (image: Blob) => {
    setFrame(image)
    thumbnail.choose(new File([image], 'frame.jpg', { type: image.type }))
  }
  const isSaving = form.formState.isSubmitting
  return { form, thumbnail, frame, chooseFile, chooseFrame, failure, submit, isChanged, isSaving }
}

export type Edit = ReturnType<typeof useEditForm>

function useUpdateVideo(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (form: FormData) => call(api.videos.update, { params: { id }, form }),
    onSuccess: (video) => {
      patchVideo(queryClient, id, () => video)
      // The visibility determines which lists and counts include the video.
      void queryClient.invalidateQueries({ queryKey: videoKeys.lists })
      void queryClient.invalidateQueries({ queryKey: channelsKey })
      // They may have been turned on or off.
      void queryClient.invalidateQueries({ queryKey: ['comments', 'video', id] })
    },
  })
}

function toFormData(
  { title, description, visibility, commentsMode }: EditValues,
  thumbnail: File | undefined,
) {
  const form = new FormData()
  form.append('title', title.trim())
  form.append('description', description.trim())
  form.append('visibility', visibility)
  form.append('commentsMode', commentsMode)
  if (thumbnail) form.append('thumbnail', thumbnail)
  return form
}
