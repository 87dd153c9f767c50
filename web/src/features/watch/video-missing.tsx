import { useEffect } from 'react'
import { MissingPage } from '../../navigation/missing-page.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { fetchFailure } from './api.ts'

/** Deleted, private, or never existed: a visitor is not told which. */
export function VideoMissing() {
  useEffect(() => toastError(fetchFailure), [])
  return (
    <MissingPage title="Video not found" text="It may have been deleted, or its owner keeps it private." />
  )
}
