import { Suspense } from 'react'
import { Link } from 'react-router'
import { useSignInPath } from '../../app/use-sign-in-path.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCurrentUser } from '../account/api.ts'
import { useComments } from './comments-context.ts'
import { Composer } from './member-parts.ts'

/** The box above the list; visitors find the way to sign in in its place. */
export function CommentComposer() {
  const { user, isLoading } = useCurrentUser()
  const placeholder = <Skeleton className="h-11" />
  if (isLoading) return placeholder
  if (!user) return <SignInLine />
  return (
    <Suspense fallback={placeholder}>
      <Composer viewer={user} />
    </Suspense>
  )
}

function SignInLine() {
  const { source } = useComments()
  const signInPath = useSignInPath()
  return (
    <p className="flex min-h-11 items-center rounded-control bg-surface-2 px-3">
      <Link to={signInPath} className="link">
        {source.words.signIn}
      </Link>
    </p>
  )
}
