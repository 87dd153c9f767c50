import { lazy } from 'react'
import { useCurrentUser } from '../../features/account/api.ts'

// Visitors have no videos in processing.
const ProcessingStatus = lazy(() =>
  import('../../features/videos/processing-status.tsx').then((m) => ({ default: m.ProcessingStatus })),
)

export function ProcessingSlot() {
  const { user } = useCurrentUser()
  return user && <ProcessingStatus key={user._id} user={user} />
}
