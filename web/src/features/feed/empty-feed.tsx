import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { useCurrentUser } from '../account/api.ts'

type EmptyFeedProps = {
  text: string
  /** A link: what a member can do about it. */
  firstStep: ReactElement
}

export function EmptyFeed({ text, firstStep }: EmptyFeedProps) {
  const { user, isLoading } = useCurrentUser()
  const step = user ? firstStep : <Link to={paths.auth('/', 'sign-up')}>Sign up</Link>
  // Keeps the place, so that the line above does not move when we know who is here.
  const action = isLoading ? (
    <div className="h-10" />
  ) : (
    <Button asChild variant="primary">
      {step}
    </Button>
  )
  return <EmptyState icon={<LogoMark className="size-16!" />} text={text} action={action} />
}
