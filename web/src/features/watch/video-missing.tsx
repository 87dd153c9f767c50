import { useEffect } from 'react'
import { MissingPage } from '../../app/missing-page.tsx'
import { toastError } from '../../ui/toast.ts'
import { fetchFailure } from './fetch-failure.ts'

/** Deleted, private, or never there: a visitor is not told which. */
export function VideoMissing() {
  useEffect(() => toastError(fetchFailure), [])
  return (
    <MissingPage title="Video not found" text="It may have been deleted, or its owner keeps it private." />
  )
}
