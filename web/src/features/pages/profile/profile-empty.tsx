import type { ReactElement } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

type ProfileEmptyProps = {
  icon: ReactElement
  /** What is missing. */
  what: 'videos' | 'tweets'
  isOwn: boolean
  /** A link to what the owner can do about it. */
  firstStep: ReactElement
}

export function ProfileEmpty({ icon, what, isOwn, firstStep }: ProfileEmptyProps) {
  if (!isOwn) return <EmptyState icon={icon} text={`No ${what} yet.`} />
  const action = (
    <Button asChild variant="primary">
      {firstStep}
    </Button>
  )
  return <EmptyState icon={icon} text={`You have no ${what} yet.`} action={action} />
}
