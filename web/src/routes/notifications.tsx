import { NotificationsScreen } from '../features/inbox/notifications/notifications-screen.tsx'
import { usePageTitle } from '../lib/hooks/page-title.ts'

export function Component() {
  usePageTitle('Notifications')
  return <NotificationsScreen />
}
