import { type api, type CurrentUser, type DataOf, otpRule } from '@vireo/contract'
import { useState } from 'react'
import { validateWith } from '../../../../lib/forms/form-rules.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { OtpInput } from '../../../../ui/forms/fields/otp-input.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { DialogFormButtons } from '../../../../ui/overlays/dialog-form-buttons.tsx'
import { useEnableTwoStep } from '../api.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useCodeForm } from './two-step-code-field.tsx'

type Secret = DataOf<typeof api.twoStep.setUp>
type TwoStepSetUpProps = {
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  user: CurrentUser
  secret: Secret
}

/** The steps: scan the QR code, enter the first code, save the recovery codes. */
export function TwoStepSetUp({ open, onOpenChange, user, secret }: TwoStepSetUpProps) {
  const [codes, setCodes] = useState<string[]>()
  return (
    <Dialog
      title={codes ? 'Two-step sign-in is on' : 'Turn on two-step sign-in'}
      isHeldOpen={codes !== undefined}
      open={open}
      onOpenChange={onOpenChange}
    >
      {codes ? (
        <RecoveryCodes codes={codes} username={user.username} onDone={() => onOpenChange(false)} />
      ) : (
        <ScanForm secret={secret} onEnabled={setCodes} />
      )}
    </Dialog>
  )
}

function ScanForm({ secret, onEnabled }: { secret: Secret; onEnabled: (codes: string[]) => void }) {
  const enable = useEnableTwoStep()
  const { register, submit, error, isSubmitting, dialog } = useCodeForm(enable.mutateAsync, onEnabled)
  return (
    <>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-pretty">
          Scan this QR code with an authenticator app, or{' '}
          <a href={secret.uri} className="link">
            open the app on this device
          </a>
          . Then enter the 6 digits that it shows.
        </p>
        <div className="flex flex-wrap items-center gap-5">
          <img
            src={secret.qrCode}
            alt="QR code with the secret for an authenticator app"
            className="size-44 rounded-card bg-white"
          />
          <div className="min-w-0 flex-1 basis-40">
            <p className="text-sm text-muted">If you cannot scan it, type this secret in:</p>
            <code className="mt-1 block font-mono text-sm wrap-anywhere select-all">
              {secret.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
          </div>
        </div>
        <Field label="Code" error={error}>
          <div className="max-w-60">
            <OtpInput {...register('code', validateWith(otpRule))} />
          </div>
        </Field>
        <DialogFormButtons submitLabel="Turn on" isBusy={isSubmitting} />
      </form>
      {dialog}
    </>
  )
}
