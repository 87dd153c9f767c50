import { NotificationsScreen } from '../features/notifications/notifications-screen.tsx'
import { usePageTitle } from '../lib/page-title.ts'

export function Component() {
  usePageTitle('Notifications')
  return <NotificationsScreen />
}
