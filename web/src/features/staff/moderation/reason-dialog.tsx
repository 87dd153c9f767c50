import type { ReportReason } from '@vireo/contract'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type Reason, ReasonForm } from '../../people/reports/reason-form.tsx'

type ReasonDialogProps = {
  title: string
  description: string
  submitLabel: string
  trigger: ReactNode
  /** Chosen at first. */
  initialReason?: ReportReason
  /** Calls `close` when the action has succeeded. */
  onSubmit: (reason: Reason, close: () => void) => Promise<void>
}

/** Asks a moderator for the reason for a removal or suspension, which is shown to the affected person. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, submitLabel, trigger, initialReason, onSubmit } = props
  const [isOpen, setIsOpen] = useState(false)
  // Synchronously, because an open dialog traps the focus, which the caller may want to move next.
  const close = () => flushSync(() => setIsOpen(false))
  return (
    <Dialog title={title} description={description} trigger={trigger} open={isOpen} onOpenChange={setIsOpen}>
      <ReasonForm
        legend="Reason"
        textLabel="Message to the person concerned"
        submitLabel={submitLabel}
        isDanger
        initialReason={initialReason}
        onSubmit={(reason) => onSubmit(reason, close)}
      />
    </Dialog>
  )
}
