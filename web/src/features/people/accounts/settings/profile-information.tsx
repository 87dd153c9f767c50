import { type CurrentUser, limits } from '@vireo/contract'
import { useState } from 'react'
import type { RunConfirmed } from '../../../../lib/forms/form-rules.ts'
import { SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { DetailsForm } from './details-form.tsx'
import { OpenedLink } from './email/opened-link.tsx'
import { PendingEmail } from './email/pending-email.tsx'

export function ProfileInformation({
  user,
  runConfirmed,
}: {
  user: CurrentUser
  runConfirmed: RunConfirmed
}) {
  // Zero after a reload; then the server decides whether it is too soon.
  const [resendAt, setResendAt] = useState(0)
  const startCountdown = () => setResendAt(Date.now() + limits.otpResendSeconds * 1000)
  return (
    <SettingsSection
      title="Profile Information"
      text="Your name is shown on your profile. Only you see your email."
    >
      <p className="text-pretty">
        Your username is <strong className="font-semibold wrap-anywhere">{user.username}</strong>. It is part
        of the address of your profile.
      </p>
      <DetailsForm user={user} runConfirmed={runConfirmed} onMailSent={startCountdown} />
      <OpenedLink user={user} runConfirmed={runConfirmed}>
        {user.pendingEmail && (
          <PendingEmail
            key={user.pendingEmail}
            email={user.email}
            pendingEmail={user.pendingEmail}
            resendAt={resendAt}
            onMailSent={startCountdown}
            needsLink={user.pendingEmailNeedsLink === true}
          />
        )}
      </OpenedLink>
    </SettingsSection>
  )
}
