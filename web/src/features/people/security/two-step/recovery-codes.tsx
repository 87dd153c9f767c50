import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../../../lib/dom/copy-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Dialog, DialogButtons } from '../../../../ui/overlays/dialog.tsx'
import { DialogFormButtons } from '../../../../ui/overlays/dialog-form-buttons.tsx'
import { useRenewCodes } from '../api.ts'
import { codeRequired, TwoStepCodeField, useCodeForm } from './two-step-code-field.tsx'

type RecoveryCodesProps = { codes: string[]; username: string; onDone: () => void }

/** Shown once, as the server stores only their hashes. */
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
      <DialogButtons>
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
      </DialogButtons>
    </div>
  )
}

type NewRecoveryCodesProps = { open: boolean; onOpenChange: (isOpen: boolean) => void; username: string }

/** Asks for a code, then shows the new recovery codes. */
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
  const { register, submit, error, isSubmitting, dialog } = useCodeForm(renewCodes.mutateAsync, onRenewed)
  return (
    <>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-pretty">The recovery codes that you have now will no longer work.</p>
        <TwoStepCodeField input={register('code', codeRequired)} error={error} />
        <DialogFormButtons submitLabel="Make new codes" isBusy={isSubmitting} />
      </form>
      {dialog}
    </>
  )
}
