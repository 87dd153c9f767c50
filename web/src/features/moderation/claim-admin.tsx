import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { ShieldCheck } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { call } from '../../lib/api-client.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { currentUserQuery, useCurrentUser } from '../account/api.ts'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'

/** Asks before the account that happens to be signed in becomes the administrator. */
export function ClaimAdmin() {
  usePageTitle('Administrator')
  const { user } = useCurrentUser()
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const claim = useMutation({
    mutationFn: () => call(api.moderation.claimAdmin, { body: { token } }),
    onSuccess: async () => {
      toastSuccess(api.moderation.claimAdmin.message)
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
            ? messageOf(claim.error, 'That did not work. Please try again.')
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
