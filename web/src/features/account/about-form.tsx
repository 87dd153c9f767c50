import { api, type CurrentUser, limits } from '@vireo/contract'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { messageOf } from './error-message.ts'
import { FormAlert } from './form-alert.tsx'
import { formTiming, showFieldErrors } from './form-rules.ts'
import { useUpdateAccount } from './settings-api.ts'

type Values = { bio: string; location: string }

/** Bio and location have a button of their own: the one above answers to name and e-mail alone. */
export function AboutForm({ user }: { user: CurrentUser }) {
  const updateAccount = useUpdateAccount()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, reset, control, formState } = useForm<Values>({
    ...formTiming,
    defaultValues: { bio: user.bio, location: user.location },
  })
  const { errors, isSubmitting } = formState
  const { bio = '', location = '' } = useWatch({ control })
  const isChanged = bio.trim() !== user.bio || location.trim() !== user.location

  const save = handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      const saved = await updateAccount.mutateAsync({
        bio: values.bio.trim(),
        location: values.location.trim(),
      })
      reset({ bio: saved.bio, location: saved.location })
      toastSuccess(api.user.updateAccount.message)
    } catch (error) {
      const message = messageOf(error, 'Failed to update your details. Please try again')
      if (!showFieldErrors<Values>(error, ['bio', 'location'], setError)) setFailure(message)
      toastError(message)
    }
  })

  return (
    <form onSubmit={save} noValidate className="grid gap-5">
      <Field
        label="Bio"
        hint={`${countOf(bio.trim())} of ${limits.bioLength} characters`}
        error={errors.bio?.message}
      >
        <Textarea {...register('bio', { validate: atMost(limits.bioLength) })} />
      </Field>
      <Field label="Location" error={errors.location?.message}>
        <Input
          {...register('location', { validate: atMost(limits.locationLength) })}
          autoComplete="address-level2"
        />
      </Field>
      <FormAlert message={failure} />
      <Button type="submit" isBusy={isSubmitting} disabled={!isChanged} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}

/** Not maxLength: what was pasted stays whole until its writer shortens it. */
function atMost(length: number) {
  return (value: string) => countOf(value.trim()) <= length || `At most ${length} characters`
}

/** As the server counts: an emoji is one. */
function countOf(value: string) {
  return [...value].length
}
