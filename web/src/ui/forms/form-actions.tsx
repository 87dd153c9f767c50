import { type Ref, useId } from 'react'
import { Button } from '../buttons/button.tsx'

type FormActionsProps = {
  submitLabel: string
  busyLabel: string
  isBusy: boolean
  /** The fields still required, e.g. 'a title'. */
  missing: string[]
  onClear: () => void
  submitRef?: Ref<HTMLButtonElement>
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Submit and Clear Form, with a line that lists the missing fields. */
export function FormActions({
  submitLabel,
  busyLabel,
  isBusy,
  missing,
  onClear,
  submitRef,
}: FormActionsProps) {
  const hintId = useId()
  const isIncomplete = !isBusy && missing.length > 0
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        ref={submitRef}
        type="submit"
        variant="primary"
        size="lg"
        isBusy={isBusy}
        busyLabel={busyLabel}
        disabled={isIncomplete}
        aria-describedby={isIncomplete ? hintId : undefined}
      >
        {submitLabel}
      </Button>
      <Button variant="ghost" size="lg" disabled={isBusy} onClick={onClear}>
        Clear Form
      </Button>
      {isIncomplete && (
        <p id={hintId} className="text-xs text-muted">
          Still needed: {list.format(missing)}
        </p>
      )}
    </div>
  )
}
