import { Button } from '../buttons/button.tsx'

type InlineFormButtonsProps = {
  submitLabel: string
  isInvalid: boolean
  isBusy: boolean
  /** Whether Cancel still works while the form is being sent. */
  canCancelBusy?: boolean
  onCancel: () => void
}

/** The two small buttons of a form within a list, such as a comment's or an edited tweet's. */
export function InlineFormButtons(props: InlineFormButtonsProps) {
  const { submitLabel, isInvalid, isBusy, canCancelBusy = false, onCancel } = props
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="rounded-full"
        disabled={isBusy && !canCancelBusy}
        onClick={onCancel}
      >
        Cancel
      </Button>
      <Button
        type="submit"
        variant="primary"
        size="sm"
        className="rounded-full"
        disabled={isInvalid}
        isBusy={isBusy}
      >
        {submitLabel}
      </Button>
    </>
  )
}
