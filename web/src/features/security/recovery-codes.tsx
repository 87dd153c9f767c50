import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { useRenewCodes } from './api.ts'
import { codeNeeded, TwoStepCodeField } from './two-step-code-field.tsx'
import { useConfirmed } from './use-confirmed.tsx'

type RecoveryCodesProps = { codes: string[]; username: string; onDone: () => void }

/** Shown once: the server keeps only their hashes. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    if (await copyText(text)) toastSuccess('Copied')
    else toastError('Could not copy the codes. Please select and copy them.')
  }
  return (
    <div className="grid gap-5">
      <p className="text-pretty">
        Keep these recovery codes in a safe place. Each signs you in once when you do not have your app at
        hand. They are not shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-surface-2 p-4 font-mono text-sm max-[24rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={copy}>
          <Copy aria-hidden="true" /> Copy
        </Button>
        <Button asChild>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`vireo-recovery-codes-${username}.txt`}
          >
            <Download aria-hidden="true" /> Download
          </a>
        </Button>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}

type NewRecoveryCodesProps = { open: boolean; onOpenChange: (isOpen: boolean) => void; username: string }

/** Asks for a code, then shows the new ones. */
export function NewRecoveryCodes({ open, onOpenChange, username }: NewRecoveryCodesProps) {
  const [codes, setCodes] = useState<string[]>()
  const change = (isOpen: boolean) => {
    onOpenChange(isOpen)
    if (!isOpen) setCodes(undefined)
  }
  return (
    <Dialog title="New recovery codes" isHeldOpen={codes !== undefined} open={open} onOpenChange={change}>
      {codes ? (
        <RecoveryCodes codes={codes} username={username} onDone={() => change(false)} />
      ) : (
        <RenewForm onRenewed={setCodes} />
      )}
    </Dialog>
  )
}

function RenewForm({ onRenewed }: { onRenewed: (codes: string[]) => void }) {
  const renewCodes = useRenewCodes()
  const confirmed = useConfirmed()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })
  const submit = handleSubmit(async ({ code }) => {
    try {
      await confirmed.run(async () => onRenewed((await renewCodes.mutateAsync(code)).recoveryCodes))
    } catch (error) {
      const message = messageOf(error, 'Something went wrong, please try again.')
      setError('code', { message }, { shouldFocus: true })
    }
  })
  return (
    <>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-pretty">The recovery codes that you have now will no longer work.</p>
        <TwoStepCodeField
          isFirst
          input={register('code', codeNeeded)}
          error={formState.errors.code?.message}
        />
        <Button type="submit" variant="primary" isBusy={formState.isSubmitting} className="justify-self-end">
          Make new codes
        </Button>
      </form>
      {confirmed.dialog}
    </>
  )
}
