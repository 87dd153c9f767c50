import { Link } from 'react-router'
import { isBuilt, paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { useCurrentUser } from '../account/api.ts'

export function EmptyFeed() {
  return <EmptyState icon={<LogoMark className="size-16!" />} text="No videos yet." action={<FirstStep />} />
}

function FirstStep() {
  const { user, isLoading } = useCurrentUser()
  // Keeps the place, so that the line above does not move when we know who is here.
  if (isLoading) return <div className="h-10" />
  if (!user) {
    return (
      <Button asChild variant="primary">
        <Link to={paths.auth('/', 'sign-up')}>Sign up</Link>
      </Button>
    )
  }
  return (
    <Button asChild variant="primary">
      {isBuilt('uploadVideo') ? (
        <Link to={paths.uploadVideo()}>Upload a video</Link>
      ) : (
        <Link to={paths.settings()}>Set up your profile</Link>
      )}
    </Button>
  )
}
