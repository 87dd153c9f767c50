import type { RefObject } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { useMarkAllRead, useNotifications } from './api.ts'

/** Disappears with the last unread notification; the focus then moves to the heading. */
export function MarkAllButton({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const { data } = useNotifications()
  const markAll = useMarkAllRead()
  const handleClick = () =>
    markAll.mutate(undefined, {
      onSuccess: () => heading.current?.focus(),
      onError: (error) => toastError(error.message),
    })
  if (!data?.some(({ read }) => !read)) return null
  return (
    <Button variant="ghost" size="sm" isBusy={markAll.isPending} onClick={handleClick}>
      Mark all as read
    </Button>
  )
}
