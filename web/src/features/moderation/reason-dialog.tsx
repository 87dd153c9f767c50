import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../../ui/dialog.tsx'
import { type Reason, ReasonForm } from '../reports/reason-form.tsx'

type ReasonDialogProps = {
  title: string
  description: string
  submitLabel: string
  trigger: ReactNode
  /** Calls `close` when the action has succeeded. */
  onSubmit: (reason: Reason, close: () => void) => Promise<void>
}

/** Why a moderator removes or suspends: the person concerned is told. */
export function ReasonDialog({ title, description, submitLabel, trigger, onSubmit }: ReasonDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  // At once: until it is closed it holds the focus, which whoever closes it may want to move.
  const close = () => flushSync(() => setIsOpen(false))
  return (
    <Dialog title={title} description={description} trigger={trigger} open={isOpen} onOpenChange={setIsOpen}>
      <ReasonForm
        legend="Reason"
        textLabel="Message to the person concerned"
        submitLabel={submitLabel}
        isDanger
        onSubmit={(reason) => onSubmit(reason, close)}
      />
    </Dialog>
  )
}
