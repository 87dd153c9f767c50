import { Button } from '../buttons/button.tsx'
import { DialogButtons, DialogClose } from './dialog.tsx'

type DialogFormButtonsProps = {
  submitLabel: string
  closeLabel?: string
  isBusy: boolean
  disabled?: boolean
  isDanger?: boolean
  /** The id of the form, for buttons outside it. */
  form?: string
}

/** Cancel and submit at the end of a form in a dialog. */
export function DialogFormButtons({
  submitLabel,
  closeLabel = 'Cancel',
  isDanger,
  ...submit
}: DialogFormButtonsProps) {
  return (
    <DialogButtons>
      <DialogClose asChild>
        <Button variant="ghost" disabled={submit.isBusy}>
          {closeLabel}
        </Button>
      </DialogClose>
      <Button type="submit" variant={isDanger ? 'danger' : 'primary'} {...submit}>
        {submitLabel}
      </Button>
    </DialogButtons>
  )
}
