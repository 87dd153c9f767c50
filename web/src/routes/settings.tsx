import { lazy, Suspense } from 'react'
import { useCurrentUser } from '../features/account/api.ts'
import { ChangePassword } from '../features/account/change-password.tsx'
import { CoverImage } from '../features/account/cover-image.tsx'
import { DeleteAccount } from '../features/account/delete-account.tsx'
import { ProfileInformation } from '../features/account/profile-information.tsx'
import { ProfilePicture } from '../features/account/profile-picture.tsx'
import { SettingsSection } from '../features/account/settings-section.tsx'
import { StorageUsage } from '../features/account/storage-usage.tsx'
import { BlockedPeople } from '../features/blocks/blocked-people.tsx'
import { HiddenChannels, HiddenVideos } from '../features/hidden/hidden-lists.tsx'
import { NotificationSettings } from '../features/notifications/notification-settings.tsx'
import { ConnectedAccounts } from '../features/security/connected-accounts.tsx'
import { PasskeysSection } from '../features/security/passkeys-section.tsx'
import { SessionsSection } from '../features/security/sessions-section.tsx'
import { SetPassword } from '../features/security/set-password.tsx'
import { TwoStepSection } from '../features/security/two-step-section.tsx'
import { useConfirmed } from '../features/security/use-confirmed.tsx'
import { usePageTitle } from '../lib/page-title.ts'

const MyData = lazy(() => import('../features/my-data/my-data.tsx').then((m) => ({ default: m.MyData })))

/** Reached by signed-in people only: the layout route around it sends visitors to sign in. */
export function Component() {
  usePageTitle('Settings')
  const { user } = useCurrentUser()
  const { run, dialog } = useConfirmed()
  if (!user) return null
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-2xl">Settings</h1>
      <ProfileInformation user={user} runConfirmed={run} />
      <ProfilePicture user={user} />
      <CoverImage user={user} />
      <NotificationSettings />
      <StorageUsage />
      {user.hasPassword ? <ChangePassword user={user} /> : <SetPassword user={user} />}
      <ConnectedAccounts />
      <PasskeysSection />
      <TwoStepSection user={user} />
      <SessionsSection />
      <SettingsSection
        title="Hidden and blocked"
        text="What is not recommended to you, and whose comments and tweets you do not see."
      >
        <HiddenVideos />
        <HiddenChannels />
        <BlockedPeople />
      </SettingsSection>
      <Suspense>
        <MyData />
      </Suspense>
      <DeleteAccount user={user} runConfirmed={run} />
      {dialog}
    </div>
  )
}
