import { api, type CurrentUser } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import {
  passwordRequired,
  type RunConfirmed,
  showFieldErrors,
  validateWith,
} from '../../../../lib/forms/form-rules.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { PasswordInput } from '../../../../ui/forms/fields/password-input.tsx'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { DialogFormButtons } from '../../../../ui/overlays/dialog-form-buttons.tsx'
import { useDeleteAccount } from './settings-api.ts'

export function DeleteAccount({ user, runConfirmed }: { user: CurrentUser; runConfirmed: RunConfirmed }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingsSection
      isDanger
      title="Delete Account"
      text="Your profile and everything you posted is hidden at once and removed after 7 days."
    >
      <Dialog
        title="Delete your account?"
        description="You can change your mind for 7 days: sign in before then to keep your account."
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button variant="danger" className="justify-self-start">
            Delete account
          </Button>
        }
      >
        <DeleteAccountForm hasPassword={user.hasPassword} runConfirmed={runConfirmed} />
      </Dialog>
    </SettingsSection>
  )
}

type DeleteAccountFormProps = { hasPassword: boolean; runConfirmed: RunConfirmed }

function DeleteAccountForm({ hasPassword, runConfirmed }: DeleteAccountFormProps) {
  const deleteAccount = useDeleteAccount()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })

  const remove = handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      const body = hasPassword ? { password } : {}
      if (!(await runConfirmed(() => deleteAccount.mutateAsync(body)))) return
      toastSuccess(api.accountDeletion.deleteAccount.message)
      await navigate(paths.home())
    } catch (error) {
      if (showFieldErrors<{ password: string }>(error, ['password'], setError)) return
      setFailure(messageOf(error, 'Your account could not be deleted. Please try again.'))
    }
  })

  return (
    <form onSubmit={remove} noValidate className="grid gap-5">
      <div className="grid gap-2">
        <p>These are hidden from everyone at once, and removed for good after 7 days:</p>
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          <li>your profile, profile picture and cover image</li>
          <li>the videos and tweets you published, with their comments and likes</li>
          <li>your comments, replies, likes and subscriptions</li>
          <li>your playlists and watch history</li>
        </ul>
      </div>
      {hasPassword && (
        <Field
          label="Password"
          hint="Enter your password to confirm."
          error={formState.errors.password?.message}
        >
          <PasswordInput
            {...register('password', validateWith(passwordRequired))}
            autoComplete="current-password"
          />
        </Field>
      )}
      <FormAlert message={failure} />
      <DialogFormButtons submitLabel="Delete account" isDanger isBusy={formState.isSubmitting} />
    </form>
  )
}
