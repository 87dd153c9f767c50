import * as Radix from 'radix-ui/alert-dialog'
import { cn } from '../../lib/cn.ts'
import { Button } from '../buttons/button.tsx'
import { dialogContentClass, dialogOverlayClass } from './dialog-class.ts'
import { useFocusReturn } from './use-focus-return.ts'

export type ConfirmOptions = {
  title: string
  text?: string
  confirmLabel?: string
  cancelLabel?: string
  isDanger?: boolean
  /** Makes Cancel the main button, where confirming would lose something. */
  isCancelSafe?: boolean
}

type ConfirmDialogProps = ConfirmOptions & { isOpen: boolean; onAnswer: (isConfirmed: boolean) => void }

export function ConfirmDialog({
  title,
  text,
  confirmLabel = 'OK',
  cancelLabel = 'Cancel',
  isDanger = false,
  isCancelSafe = false,
  isOpen,
  onAnswer,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  const cancel = (
    <Radix.Cancel asChild>
      <Button variant={isCancelSafe ? 'primary' : 'ghost'}>{cancelLabel}</Button>
    </Radix.Cancel>
  )
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onAnswer(false)}>
      <Radix.Portal>
        {/* Radix ignores clicks on the backdrop of an alert dialog; here they mean Cancel. */}
        <Radix.Overlay className={dialogOverlayClass} onClick={() => onAnswer(false)} />
        <Radix.Content
          className={cn(dialogContentClass, 'max-w-md p-6')}
          {...focusReturn}
          {...(text ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className="text-xl">{title}</Radix.Title>
          {text && <Radix.Description className="mt-2 text-muted">{text}</Radix.Description>}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            {!isCancelSafe && cancel}
            <Button
              variant={isDanger ? 'danger' : isCancelSafe ? 'ghost' : 'primary'}
              onClick={() => onAnswer(true)}
            >
              {confirmLabel}
            </Button>
            {isCancelSafe && cancel}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
