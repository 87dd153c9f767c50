import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/hooks/page-title.ts'
import { keepInTab, readFromTab } from '../../../lib/store/tab-storage.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import { currentUserQuery, useCurrentUser } from '../../people/accounts/api.ts'
import { RequireSession } from '../../people/accounts/require-session.tsx'
import { problemOf } from './api.ts'

const storageKey = 'administrator-link'

/** The page behind the administrator link in the server's log. Its hash is kept here, because signing in loses it. */
export function ClaimAdmin() {
  usePageTitle('Administrator')
  const given = useLocation().hash.slice(1)
  const token = given || readFromTab(storageKey) || ''
  useEffect(() => {
    if (given) keepInTab(storageKey, given)
  }, [given])
  return (
    <RequireSession>
      <Question token={token} />
    </RequireSession>
  )
}

/** Asks first, because any account may happen to be signed in. */
function Question({ token }: { token: string }) {
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const claim = useMutation({
    mutationFn: () => call(api.staff.claimAdmin, { body: { token } }),
    onSuccess: async () => {
      keepInTab(storageKey, null)
      toastSuccess(api.staff.claimAdmin.message)
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      await navigate(paths.moderation())
    },
  })
  if (!user) return null
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-5 py-16 text-center">
      <ShieldCheck aria-hidden="true" className="size-12 stroke-[1.5] text-accent" />
      <h1 className="text-2xl">Become the administrator</h1>
      <p className="text-pretty text-muted">
        <strong className="text-text">@{user.username}</strong> will decide about reports, appoint moderators
        and set who can sign up. The link works once.
      </p>
      <FormAlert
        message={
          claim.error
            ? problemOf(claim.error)
            : token
              ? undefined
              : 'This address is not complete. Open the whole link from the log.'
        }
      />
      <Button
        variant="primary"
        size="lg"
        disabled={!token}
        isBusy={claim.isPending}
        onClick={() => claim.mutate()}
      >
        Become the administrator
      </Button>
    </div>
  )
}
