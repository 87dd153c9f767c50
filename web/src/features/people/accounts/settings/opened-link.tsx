import { api, type CurrentUser } from '@vireo/contract'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import type { RunConfirmed } from '../../../../lib/forms/form-rules.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { useConfirmEmail } from './settings-api.ts'

/** After a #, which browsers do not send. A sign-in leads back to it. */
const tokenPattern = /^#new-email=([\w-]+)$/

/** Shown when the settings were opened by the link in the mail to a new address. */
export function OpenedLink({ user, runConfirmed }: { user: CurrentUser; runConfirmed: RunConfirmed }) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const confirmEmail = useConfirmEmail()
  const [failure, setFailure] = useState<string>()
  const [, token] = tokenPattern.exec(hash) ?? []
  if (!token) return null
  const confirm = async () => {
    setFailure(undefined)
    try {
      if (!(await runConfirmed(() => confirmEmail.mutateAsync({ token })))) return
      toastSuccess(api.accounts.confirmEmail.message)
      await navigate({ hash: '' }, { replace: true, preventScrollReset: true })
    } catch (error) {
      setFailure(messageOf(error, 'Your email could not be confirmed. Please try again.'))
    }
  }
  return (
    <div className="grid grid-cols-1 gap-4 rounded-control border border-border bg-bg p-4">
      <p className="text-pretty">
        {user.pendingEmail ? (
          <>
            Make <strong className="font-semibold wrap-anywhere">{user.pendingEmail}</strong> your email?
          </>
        ) : (
          'The link that you opened confirms a new email, but none is waiting for it in this account.'
        )}
      </p>
      <FormAlert message={failure} />
      {user.pendingEmail && (
        <Button
          variant="primary"
          onClick={() => void confirm()}
          isBusy={confirmEmail.isPending}
          className="justify-self-start"
        >
          Confirm email
        </Button>
      )}
    </div>
  )
}
