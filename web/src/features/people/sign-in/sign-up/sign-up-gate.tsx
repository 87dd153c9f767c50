import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { invite, signUpQuery } from '../api.ts'

const messages = {
  closed: 'Sign-up is closed on this site. If you have an account, you can still sign in.',
  uninvited: 'Signing up takes an invitation link from the people who run this site.',
  expired: 'This invitation link has been used or has expired. Ask for a new one.',
  invited: 'You are invited. Create your account here.',
}

/** Shows who can sign up; `data-closed` hides the form next to it. */
export function SignUpGate() {
  const { data } = useQuery(signUpQuery)
  if (!data || data.signUp === 'open') return null
  const uninvited = invite ? 'expired' : 'uninvited'
  const state = data.signUp === 'closed' ? 'closed' : data.isInvited ? 'invited' : uninvited
  return (
    <div className="peer mb-5 last:mb-0" {...(state !== 'invited' && { 'data-closed': '' })}>
      <Notice icon={<Info />}>{messages[state]}</Notice>
    </div>
  )
}
