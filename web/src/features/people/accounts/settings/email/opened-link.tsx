import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@vireo/contract'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../../../../lib/forms/error-message.ts'
import type { RunConfirmed } from '../../../../../lib/forms/form-rules.ts'
import { Button } from '../../../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../../../ui/feedback/skeleton.tsx'
import { toastSuccess } from '../../../../../ui/feedback/toasts/toast.ts'
import { FormAlert } from '../../../../../ui/forms/form-alert.tsx'
import { focusTitle } from '../../../../../ui/layout/settings-section.tsx'
import { currentUserQuery } from '../../api.ts'
import { useConfirmEmail } from '../settings-api.ts'

/** After a #, which browsers do not send. A sign-in leads back to it. */
export const newEmailPattern = /^#new-email=([\w-]+)$/

type OpenedLinkProps = {
  user: CurrentUser
  runConfirmed: RunConfirmed
  /** What waits for the code or the link; left out while an opened link asks for the confirmation. */
  children: ReactNode
}

/** Shown when the settings were opened by the link in the mail to a new address. */
export function OpenedLink(props: OpenedLinkProps) {
  const { hash } = useLocation()
  const [, token] = newEmailPattern.exec(hash) ?? []
  return token ? <Question key={token} token={token} {...props} /> : props.children
}

function Question({
  token,
  user: { pendingEmail },
  runConfirmed,
  children,
}: OpenedLinkProps & { token: string }) {
  const navigate = useNavigate()
  const confirmEmail = useConfirmEmail()
  const [failure, setFailure] = useState<string>()
  const isCurrent = useIsCurrent(!pendingEmail)
  const box = useRef<HTMLDivElement>(null)
  // On a phone it is below the window.
  useEffect(() => {
    if (isCurrent) box.current?.scrollIntoView({ block: 'center' })
  }, [isCurrent])
  const confirm = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const section = currentTarget.closest('section')
    setFailure(undefined)
    try {
      if (!(await runConfirmed(() => confirmEmail.mutateAsync({ token })))) return
      toastSuccess(`Your email is now ${pendingEmail}`)
      await navigate({ hash: 'profile-information' }, { replace: true, preventScrollReset: true })
      if (section) focusTitle(section)
    } catch (error) {
      setFailure(messageOf(error, 'Your email could not be confirmed. Please try again.'))
    }
  }
  // The confirmed address is no longer pending.
  if (!pendingEmail && (confirmEmail.isPending || confirmEmail.isSuccess)) return null
  if (!isCurrent) return <Skeleton className="h-24" />
  const question = (
    <div ref={box} className="grid grid-cols-1 gap-4 rounded-control border border-border bg-bg p-4">
      <p className="text-pretty">
        {pendingEmail ? (
          <>
            Make <strong className="font-semibold wrap-anywhere">{pendingEmail}</strong> your email?
          </>
        ) : (
          'The link that you opened was used already, has expired, or was sent for another account. To change your email, enter the new one above.'
        )}
      </p>
      <FormAlert message={failure} />
      {pendingEmail && (
        <Button
          variant="primary"
          onClick={(event) => void confirm(event)}
          isBusy={confirmEmail.isPending}
          className="justify-self-start"
        >
          Confirm with this link
        </Button>
      )}
    </div>
  )
  return (
    <>
      {question}
      {failure && children}
    </>
  )
}

/** The new address may have been entered elsewhere after this page loaded the account. */
function useIsCurrent(mayBeOutdated: boolean): boolean {
  const { isFetchedAfterMount } = useQuery({
    ...currentUserQuery,
    enabled: mayBeOutdated,
    refetchOnMount: 'always',
  })
  return !mayBeOutdated || isFetchedAfterMount
}
