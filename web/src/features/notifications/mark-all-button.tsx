import type { RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast.ts'
import { useMarkAllRead, useNotifications } from './api.ts'

/** Goes with the last unread one; the focus goes to the heading then. */
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
