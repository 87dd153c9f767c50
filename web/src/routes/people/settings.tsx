import { CommentSettings } from '../../features/community/channel-comments/comment-settings.tsx'
import { NotificationSettings } from '../../features/inbox/notifications/notification-settings.tsx'
import { PushSection } from '../../features/inbox/push/push-section.tsx'
import { BlockedPeople, HiddenChannels, HiddenVideos } from '../../features/library/hidden/hidden-lists.tsx'
import { useCurrentUser } from '../../features/people/accounts/api.ts'
import { AboutYou } from '../../features/people/accounts/settings/about-you.tsx'
import { Appearance } from '../../features/people/accounts/settings/appearance.tsx'
import { DeleteAccount } from '../../features/people/accounts/settings/delete-account.tsx'
import { SettingsLayout } from '../../features/people/accounts/settings/layout/settings-layout.tsx'
import { ChangePassword, SetPassword } from '../../features/people/accounts/settings/password.tsx'
import { ProfileInformation } from '../../features/people/accounts/settings/profile-information.tsx'
import { CoverImage, ProfilePicture } from '../../features/people/accounts/settings/profile-pictures.tsx'
import { StorageUsage } from '../../features/people/accounts/settings/storage-usage.tsx'
import { ConnectedAccounts } from '../../features/people/security/connected-accounts.tsx'
import { PasskeysSection } from '../../features/people/security/passkeys-section.tsx'
import { SessionsSection } from '../../features/people/security/sessions-section.tsx'
import { TwoStepSection } from '../../features/people/security/two-step/two-step-section.tsx'
import { useConfirmed } from '../../features/people/security/use-confirmed.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'
import { SettingsSection } from '../../ui/layout/settings-section.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

const MyData = lazyPart(() => import('../../features/people/exports/my-data.tsx').then((m) => m.MyData))

/** Reached by signed-in people only: the layout route around it sends visitors to sign in. */
export function Component() {
  usePageTitle('Settings')
  const { user } = useCurrentUser()
  const { run, dialog } = useConfirmed()
  if (!user) return null
  return (
    <SettingsLayout>
      <ProfileInformation user={user} runConfirmed={run} />
      <AboutYou user={user} />
      <ProfilePicture user={user} />
      <CoverImage user={user} />
      <Appearance />
      <NotificationSettings />
      <PushSection />
      <StorageUsage />
      {user.hasPassword ? <ChangePassword user={user} /> : <SetPassword user={user} runConfirmed={run} />}
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
      <CommentSettings />
      <MyData />
      <DeleteAccount user={user} runConfirmed={run} />
      {dialog}
    </SettingsLayout>
  )
}
