import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { findLeaveQuestion } from '../ui/forms/unsaved.ts'
import { useConfirm } from '../ui/overlays/confirm.tsx'

/** Asks before a page with unsaved changes is left. One for all forms, as the router supports only one blocker. */
export function LeaveGuard() {
  const confirm = useConfirm()
  // A link within the page does not leave the page.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && findLeaveQuestion() !== undefined,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const question = findLeaveQuestion()
    if (!question) return blocker.proceed()
    let isPending = true
    void confirm(question).then((canLeave) => {
      // The page may have been left in another way in the meantime.
      if (!isPending) return
      if (canLeave) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      isPending = false
    }
  }, [blocker, confirm])
  return null
}
