import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { type Reason, ReasonForm } from '../reports/reason-form.tsx'

type ReasonDialogProps = {
  title: string
  description: string
  submitLabel: string
  trigger: ReactNode
  /** Answers whether it was done. */
  onSubmit: (reason: Reason) => Promise<boolean>
}

/** Why a moderator removes or suspends: the person concerned is told. */
export function ReasonDialog({ title, description, submitLabel, trigger, onSubmit }: ReasonDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const submit = async (reason: Reason) => {
    if (!(await onSubmit(reason))) return
    setIsOpen(false)
  }
  return (
    <Dialog title={title} description={description} trigger={trigger} open={isOpen} onOpenChange={setIsOpen}>
      <ReasonForm
        legend="Reason"
        textLabel="A word to them, besides the reason"
        submitLabel={submitLabel}
        isDanger
        onSubmit={submit}
      />
    </Dialog>
  )
}
