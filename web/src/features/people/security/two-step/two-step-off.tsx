import { api, type CurrentUser } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { passwordRequired, showFieldErrors, validateWith } from '../../../../lib/forms/form-rules.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { PasswordInput } from '../../../../ui/forms/fields/password-input.tsx'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { DialogFormButtons } from '../../../../ui/overlays/dialog-form-buttons.tsx'
import { useDisableTwoStep } from '../api.ts'
import { useConfirmed } from '../use-confirmed.tsx'
import { codeRequired, TwoStepCodeField } from './two-step-code-field.tsx'

type TwoStepOffProps = { open: boolean; onOpenChange: (isOpen: boolean) => void; user: CurrentUser }
type Values = { password: string; code: string }

export function TwoStepOff({ open, onOpenChange, user }: TwoStepOffProps) {
  return (
    <Dialog
      title="Turn off two-step sign-in?"
      description="Signing in will no longer ask for a code."
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
    >
      <OffForm user={user} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function OffForm({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const disable = useDisableTwoStep()
  const confirmed = useConfirmed()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password, code }) => {
    setFailure(undefined)
    try {
      const body = user.hasPassword ? { password, code } : { code }
      if (!(await confirmed.run(() => disable.mutateAsync(body)))) return
      toastSuccess(api.twoStep.disable.message)
      onDone()
    } catch (error) {
      if (showFieldErrors<Values>(error, ['password', 'code'], setError)) return
      setFailure(messageOf(error, 'Something went wrong, please try again.'))
    }
  })
  return (
    // The dialog is not inside the form, because React would pass its submit events on to this form.
    <>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {user.hasPassword && (
          <Field label="Password" error={errors.password?.message}>
            <PasswordInput
              {...register('password', validateWith(passwordRequired))}
              autoComplete="current-password"
            />
          </Field>
        )}
        <TwoStepCodeField input={register('code', codeRequired)} error={errors.code?.message} />
        <FormAlert message={failure} />
        <DialogFormButtons submitLabel="Turn off" isDanger isBusy={isSubmitting} />
      </form>
      {confirmed.dialog}
    </>
  )
}
