import { api, type CurrentUser, limits } from '@vireo/contract'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { formTiming, showFieldErrors } from '../../../../lib/forms/form-rules.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { Textarea } from '../../../../ui/forms/fields/textarea.tsx'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { useUnsaved } from '../../../../ui/forms/unsaved.ts'
import { SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { defaultBio, defaultLocation } from '../default-profile.ts'
import { useUpdateAccount } from './settings-api.ts'

const defaultHint = 'Your profile shows this text until you write your own.'

type Values = { bio: string; location: string }

/** Bio and location, with a button of their own. */
export function AboutYou({ user }: { user: CurrentUser }) {
  const updateAccount = useUpdateAccount()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, reset, control, formState } = useForm<Values>({
    ...formTiming,
    defaultValues: { bio: user.bio, location: user.location },
  })
  const { errors, isSubmitting } = formState
  const { bio = '', location = '' } = useWatch({ control })
  const isChanged = bio.trim() !== user.bio || location.trim() !== user.location
  useUnsaved(isChanged)

  const save = handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      const saved = await updateAccount.mutateAsync({
        bio: values.bio.trim(),
        location: values.location.trim(),
      })
      reset({ bio: saved.bio, location: saved.location })
      toastSuccess(api.accounts.updateAccount.message)
    } catch (error) {
      if (!showFieldErrors<Values>(error, ['bio', 'location'], setError))
        setFailure(messageOf(error, 'Failed to update your details. Please try again'))
    }
  })

  return (
    <SettingsSection title="About you" text="Your bio and location are shown on your profile.">
      <form onSubmit={save} noValidate className="grid gap-5">
        <Field
          label="Bio"
          hint={bio.trim() ? `${countOf(bio.trim())} of ${limits.bioLength} characters` : defaultHint}
          error={errors.bio?.message}
        >
          <Textarea
            {...register('bio', { validate: atMost(limits.bioLength) })}
            placeholder={defaultBio(user.fullname)}
          />
        </Field>
        <Field
          label="Location"
          hint={location.trim() ? undefined : defaultHint}
          error={errors.location?.message}
        >
          <Input
            {...register('location', { validate: atMost(limits.locationLength) })}
            autoComplete="address-level2"
            placeholder={defaultLocation}
          />
        </Field>
        <FormAlert message={failure} />
        <Button
          type="submit"
          variant="primary"
          isBusy={isSubmitting}
          disabled={!isChanged}
          className="justify-self-start"
        >
          Save
        </Button>
      </form>
    </SettingsSection>
  )
}

/** Not maxLength, which would truncate pasted text. */
function atMost(length: number) {
  return (value: string) => countOf(value.trim()) <= length || `At most ${length} characters`
}

/** Counts like the server, where an emoji is one character. */
function countOf(value: string) {
  return [...value].length
}
