import type { CurrentUser } from '@vireo/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'
import type { RunConfirmed } from './form-rules.ts'
import { SettingsSection } from './settings-section.tsx'

export function DeleteAccount({ user, runConfirmed }: { user: CurrentUser; runConfirmed: RunConfirmed }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingsSection
      isDanger
      title="Delete Account"
      text="Your profile and everything you posted is hidden at once and removed after 7 days."
    >
      <Dialog
        title="Delete your account?"
        description="You can change your mind for 7 days: sign in before then to keep your account."
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button variant="danger" className="justify-self-start">
            Delete account
          </Button>
        }
      >
        <DeleteAccountForm
          hasPassword={user.hasPassword}
          runConfirmed={runConfirmed}
          onCancel={() => setIsOpen(false)}
        />
      </Dialog>
    </SettingsSection>
  )
}
