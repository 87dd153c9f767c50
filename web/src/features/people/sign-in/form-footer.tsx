import type { ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'

type FormFooterProps = {
  failure: string | undefined
  isBusy: boolean
  isDisabled?: boolean
  /** The label of the button. */
  children: ReactNode
}

/** The failure message and the submit button of a form. */
export function FormFooter({ failure, isBusy, isDisabled, children }: FormFooterProps) {
  return (
    <>
      <FormAlert message={failure} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBusy={isBusy}
        disabled={isDisabled}
        className="w-full tabular-nums"
      >
        {children}
      </Button>
    </>
  )
}
