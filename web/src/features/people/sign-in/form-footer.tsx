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

/** Why a form of signing in failed, and its submit button. */
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
