import { api, type CurrentUser } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { by, passwordNeeded, showFieldErrors } from '../account/form-rules.ts'
import { useDisableTwoStep } from './api.ts'
import { codeNeeded, TwoStepCodeField } from './two-step-code-field.tsx'
import { useConfirmed } from './use-confirmed.tsx'

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
    // The dialog is beside the form: what is submitted in it would reach this form too.
    <>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {user.hasPassword && (
          <Field label="Password" error={errors.password?.message}>
            <PasswordInput
              {...register('password', by(passwordNeeded))}
              autoComplete="current-password"
              data-autofocus
            />
          </Field>
        )}
        <TwoStepCodeField input={register('code', codeNeeded)} error={errors.code?.message} />
        <FormAlert message={failure} />
        <Button type="submit" variant="danger" isBusy={isSubmitting} className="justify-self-end">
          Turn off
        </Button>
      </form>
      {confirmed.dialog}
    </>
  )
}
