import { Check } from 'lucide-react'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** After a change of the password, which signs out. The message about it is gone within a second. */
export function PasswordUpdated() {
  return <Notice icon={<Check />}>Your password has been updated. Sign in with the new one.</Notice>
}
