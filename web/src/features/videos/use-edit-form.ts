import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, limits, type Video, type Visibility } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/api-client.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { channelsKey } from '../account/api.ts'
import { messageOf } from '../account/error-message.ts'
import { formTiming, showFieldErrors } from '../account/form-rules.ts'
import { usePictureChoice } from '../account/use-picture-choice.ts'
import { patchVideo, videoKeys } from './api.ts'

type EditValues = { title: string; description: string; visibility: Visibility }

/** What was typed stays when saving fails. */
export function useEditForm(video: Video, onDone: () => void) {
  const update = useUpdateVideo(video._id)
  const thumbnail = usePictureChoice(limits.thumbnailBytes)
  const [failure, setFailure] = useState<string>()
  const { title, description, visibility } = video
  const form = useForm<EditValues>({ ...formTiming, defaultValues: { title, description, visibility } })

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    thumbnail.setError(undefined)
    try {
      await update.mutateAsync(toFormData(values, thumbnail.file))
      toastSuccess(api.video.update.message)
      onDone()
    } catch (error) {
      const message = messageOf(error, 'Failed to update video. Please try again')
      const isShown = showFieldErrors<EditValues>(error, ['title', 'description'], form.setError)
      if (!isShown) setFailure(message)
      toastError(message)
    }
  })
  const isChanged = form.formState.isDirty || thumbnail.file !== undefined
  return { form, thumbnail, failure, submit, isChanged, isSaving: form.formState.isSubmitting }
}

export type Edit = ReturnType<typeof useEditForm>

function useUpdateVideo(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (form: FormData) => call(api.video.update, { params: { id }, form }),
    onSuccess: (video) => {
      patchVideo(queryClient, id, () => video)
      // Who may see it decides in which lists it is, and whether it counts.
      void queryClient.invalidateQueries({ queryKey: videoKeys.lists })
      void queryClient.invalidateQueries({ queryKey: channelsKey })
    },
  })
}

function toFormData({ title, description, visibility }: EditValues, thumbnail: File | undefined) {
  const form = new FormData()
  form.append('title', title.trim())
  form.append('description', description.trim())
  form.append('visibility', visibility)
  if (thumbnail) form.append('thumbnail', thumbnail)
  return form
}
