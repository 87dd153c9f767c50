import { Link } from 'react-router'
import { paths } from '../../../navigation/links/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useEndDigest } from './api.ts'

/** Asks first, because e-mail scanners open this page, too. */
export function EndDigest({ user, token }: { user: string; token: string }) {
  const end = useEndDigest(user, token)
  if (end.isSuccess)
    return (
      <>
        <p role="status" className="text-center">
          You will get no more digests.
        </p>
        <Link to={paths.home()} className="link -my-2 justify-self-center py-2 text-sm">
          To the home page
        </Link>
      </>
    )
  return (
    <>
      <p className="text-center text-pretty text-muted">
        Stop getting your unread notifications by e-mail? You can turn the digest on again in your settings.
      </p>
      {end.isError && (
        <p role="alert" className="text-center text-danger">
          {end.error.message}
        </p>
      )}
      <Button variant="primary" isBusy={end.isPending} onClick={() => end.mutate()}>
        Unsubscribe
      </Button>
    </>
  )
}
