import { Copy, Download } from 'lucide-react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'

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

type RecoveryCodesDialogProps = {
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  codes: string[]
  username: string
}

export function RecoveryCodesDialog({ open, onOpenChange, ...rest }: RecoveryCodesDialogProps) {
  return (
    <Dialog title="New recovery codes" open={open} onOpenChange={onOpenChange}>
      <RecoveryCodes {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
