import { useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { hasCode } from '../../../../lib/api-client.ts'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { formatDateTime } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import type { StepProps } from '../step-name.ts'
import { closingAccountQuery, useRestoreAccount } from './steps-api.ts'

/** The removed sign-in form had the focus. It must not move to a button, which a second Enter would press. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** For people who have signed in to an account that they deleted and can still restore. */
export function RestoreStep({ onBack }: StepProps) {
  const { data, error } = useQuery(closingAccountQuery)
  const restore = useRestoreAccount()
  const failure = restore.error ?? error
  const keep = () =>
    restore.mutateAsync().then(
      () => toastSuccess(api.accountDeletion.restoreAccount.message),
      () => {
        // Shown from `restore.error`.
      },
    )

  return (
    <div className="grid gap-5">
      {data && (
        <div ref={takeFocus} tabIndex={-1} className="grid gap-2 text-center text-pretty outline-none">
          <p>
            Your account <strong className="wrap-anywhere">{data.username}</strong> will be deleted on{' '}
            {formatDateTime(data.closesAt)}.
          </p>
          <p className="text-muted">Until then you can keep it, with everything you have posted.</p>
        </div>
      )}
      {!data && !error && <Skeleton className="h-24" />}
      <FormAlert
        message={
          failure ? messageOf(failure, 'Your account could not be restored. Please try again.') : undefined
        }
      />
      {!hasCode(failure, 'auth.flow-expired') && (
        <Button variant="primary" size="lg" isBusy={restore.isPending} className="w-full" onClick={keep}>
          Keep my account
        </Button>
      )}
      <button type="button" className="link justify-self-center py-2 text-sm" onClick={onBack}>
        Back to sign in
      </button>
    </div>
  )
}
