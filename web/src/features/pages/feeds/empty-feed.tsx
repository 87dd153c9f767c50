import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../navigation/links/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LogoMark } from '../../../ui/logo.tsx'
import { useCurrentUser } from '../../people/accounts/api.ts'

type EmptyFeedProps = {
  text: string
  /** A link for signed-in people to add the first item. */
  firstStep: ReactElement
}

export function EmptyFeed({ text, firstStep }: EmptyFeedProps) {
  const { user, isLoading } = useCurrentUser()
  const step = user ? firstStep : <Link to={paths.auth('/', 'sign-up')}>Sign up</Link>
  // As large as the button, so that the text does not move when the session is loaded.
  const action = isLoading ? (
    <div className="h-10" />
  ) : (
    <Button asChild variant="primary">
      {step}
    </Button>
  )
  return <EmptyState icon={<LogoMark className="size-16" />} text={text} action={action} />
}
