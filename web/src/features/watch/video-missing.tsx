import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { toastError } from '../../ui/toast.ts'
import { fetchFailure } from './fetch-failure.ts'

/** Deleted, private, or never there: a visitor is not told which. */
export function VideoMissing() {
  useEffect(() => toastError(fetchFailure), [])
  return (
    <div className="grid justify-items-center gap-4 py-24 text-center">
      <LogoMark className="size-16 -rotate-12 text-muted!" />
      <h1 className="text-2xl">Video not found</h1>
      <p className="max-w-md text-pretty text-muted">
        It may have been deleted, or its owner keeps it private.
      </p>
      <Button asChild variant="primary">
        <Link to={paths.home()}>Back to home</Link>
      </Button>
    </div>
  )
}
