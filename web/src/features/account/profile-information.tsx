import { type CurrentUser, limits } from '@vireo/contract'
import { useState } from 'react'
import { AboutForm } from './about-form.tsx'
import { DetailsForm } from './details-form.tsx'
import type { RunConfirmed } from './form-rules.ts'
import { PendingEmail } from './pending-email.tsx'
import { SettingsSection } from './settings-section.tsx'

export function ProfileInformation({
  user,
  runConfirmed,
}: {
  user: CurrentUser
  runConfirmed: RunConfirmed
}) {
  // Zero after a reload: then the server is the one to say that it is too soon.
  const [resendAt, setResendAt] = useState(0)
  const startCountdown = () => setResendAt(Date.now() + limits.otpResendSeconds * 1000)
  return (
    <SettingsSection
      title="Profile Information"
      text="Your name, bio and location are shown on your profile. Only you see your email."
    >
      <p className="text-pretty">
        Your username is <strong className="font-semibold wrap-anywhere">{user.username}</strong>. It is part
        of the address of your profile.
      </p>
      <DetailsForm user={user} runConfirmed={runConfirmed} onCodeSent={startCountdown} />
      {user.pendingEmail && (
        <PendingEmail
          key={user.pendingEmail}
          email={user.email}
          pendingEmail={user.pendingEmail}
          resendAt={resendAt}
          onCodeSent={startCountdown}
        />
      )}
      <hr className="border-border" />
      <AboutForm user={user} />
    </SettingsSection>
  )
}
