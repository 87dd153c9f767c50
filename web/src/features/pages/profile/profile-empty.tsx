import type { ReactElement } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

type ProfileEmptyProps = {
  icon: ReactElement
  kind: 'videos' | 'tweets'
  isOwn: boolean
  /** A link for the owner to publish the first one. */
  firstStep: ReactElement
}

export function ProfileEmpty({ icon, kind, isOwn, firstStep }: ProfileEmptyProps) {
  if (!isOwn) return <EmptyState icon={icon} text={`No ${kind} yet.`} />
  const action = (
    <Button asChild variant="primary">
      {firstStep}
    </Button>
  )
  return <EmptyState icon={icon} text={`You have no ${kind} yet.`} action={action} />
}
