import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { useState } from 'react'
import { call } from '../../../../lib/api-client.ts'
import { copyText } from '../../../../lib/dom/copy-text.ts'
import { useOneAtATime } from '../../../../lib/hooks/use-one-at-a-time.ts'
import { runMutation } from '../../../../lib/query/query-client.ts'
import { formatDate } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { invitationsQuery, problemOf, refreshRest, useAction } from '../api.ts'

const linkOf = (token: string) => `${location.origin}/auth/?tab=sign-up&invite=${token}`

/** Sign-up links, for a site that requires invitations. */
export function Invitations({ isNeeded }: { isNeeded: boolean }) {
  const { data = [] } = useQuery(invitationsQuery)
  const [link, setLink] = useState<string>()
  const text = isNeeded
    ? 'Links for new people. Each works until it has been used as often as it says, or expires.'
    : 'Links for new people. They are only needed while sign-up is by invitation.'
  return (
    <SettingsSection title="Invitations" text={text}>
      <InviteForm onCreated={(token) => setLink(linkOf(token))} />
      {link && <NewLink key={link} link={link} />}
      {data.length > 0 && (
        <ul aria-label="Invitations" className="grid divide-y divide-border">
          {data.map((invitation) => (
            <li key={invitation._id} className="flex flex-wrap items-center gap-3 py-2">
              <p className="min-w-0 grow basis-40 wrap-anywhere">
                {invitation.note || 'Without a note'}
                <span className="block text-xs text-muted">
                  {invitation.usesLeft === 1 ? '1 account' : `${invitation.usesLeft} accounts`} left, until{' '}
                  {formatDate(invitation.expiresAt)}
                </span>
              </p>
              <RevokeButton id={invitation._id} note={invitation.note} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

function InviteForm({ onCreated }: { onCreated: (token: string) => void }) {
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState('7')
  const { isBusy, run } = useOneAtATime()
  const create = async () => {
    const body = { note, uses: Number(uses), days: Number(days) }
    try {
      const { token } = await runMutation(queryClient, () => call(api.siteSettings.invite, { body }))
      onCreated(token)
      setNote('')
      refreshRest(queryClient)
    } catch (error) {
      toastError(problemOf(error))
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run(create)
      }}
      className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_6rem_6rem]"
    >
      <Field label="Note, for yourself">
        <Input value={note} onChange={(event) => setNote(event.target.value)} maxLength={200} />
      </Field>
      <Field label="Accounts">
        <Input
          type="number"
          min={1}
          max={1000}
          required
          value={uses}
          onChange={(event) => setUses(event.target.value)}
        />
      </Field>
      <Field label="Days">
        <Input
          type="number"
          min={1}
          max={365}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </Field>
      <Button type="submit" isBusy={isBusy} className="justify-self-end sm:col-span-3">
        Create link
      </Button>
    </form>
  )
}

function NewLink({ link }: { link: string }) {
  const copy = async () => {
    if (await copyText(link)) toastSuccess('Link copied')
    else toastError('The link could not be copied')
  }
  return (
    <div role="status" className="grid gap-2 rounded-control bg-surface-2 p-3">
      <p className="text-muted">The link is shown only now:</p>
      <p className="font-mono text-xs wrap-anywhere select-all">{link}</p>
      <Button size="sm" variant="primary" className="justify-self-start" onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  )
}

function RevokeButton({ id, note }: { id: string; note: string }) {
  const act = useAction()
  const { revokeInvitation } = api.siteSettings
  const { isBusy, run } = useOneAtATime()
  const revoke = () => act(() => call(revokeInvitation, { params: { id } }), revokeInvitation.message)
  return (
    <Button
      size="sm"
      isBusy={isBusy}
      onClick={() => void run(revoke)}
      aria-label={`Revoke ${note || 'the invitation'}`}
    >
      Revoke
    </Button>
  )
}
