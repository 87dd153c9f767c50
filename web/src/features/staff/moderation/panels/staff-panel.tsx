import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type StaffMember } from '@vireo/contract'
import { useState } from 'react'
import { call } from '../../../../lib/api-client.ts'
import { useOneAtATime } from '../../../../lib/hooks/use-one-at-a-time.ts'
import { runMutation } from '../../../../lib/query/query-client.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { useConfirm } from '../../../../ui/overlays/confirm.tsx'
import { OwnerAvatar, OwnerName } from '../../../people/accounts/owner-link.tsx'
import { problemOf, refreshRest, staffQuery, useAction } from '../api.ts'
import { PanelLoading } from './panel-loading.tsx'

export function StaffPanel() {
  const query = useQuery(staffQuery)
  const { data } = query
  if (!data) return <PanelLoading query={query} failure="The moderators could not be loaded." height="h-16" />
  return (
    <div className="grid gap-6">
      <AppointForm />
      <ul aria-label="Administrators and moderators" className="grid divide-y divide-border">
        {data.map((member) => (
          <StaffRow key={member._id} member={member} />
        ))}
      </ul>
    </div>
  )
}

function AppointForm() {
  const queryClient = useQueryClient()
  const [username, setUsername] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useOneAtATime()
  const appoint = async () => {
    const name = username.trim().replace(/^@/, '')
    if (!name) return setProblem('Username is required')
    try {
      await runMutation(queryClient, () => call(api.staff.appoint, { body: { username: name } }))
      toastSuccess(api.staff.appoint.message)
      setUsername('')
      setProblem(undefined)
      refreshRest(queryClient)
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run(appoint)
      }}
      className="flex flex-wrap items-start gap-2"
    >
      <Field
        label="Username of a new moderator"
        className="grow basis-60"
        {...(problem && { error: problem })}
      >
        <Input
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy} className="mt-6.5">
        Appoint
      </Button>
    </form>
  )
}

function StaffRow({ member }: { member: StaffMember }) {
  const act = useAction()
  const confirm = useConfirm()
  const { isBusy, run } = useOneAtATime()
  const dismiss = async () => {
    const title = `Remove @${member.username} as a moderator?`
    if (!(await confirm({ title, confirmLabel: 'Remove', isDanger: true }))) return
    const params = { channelId: member._id }
    await run(() => act(() => call(api.staff.unappoint, { params }), api.staff.unappoint.message))
  }
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <OwnerAvatar owner={member} size="md" />
      <div className="min-w-0 grow">
        <OwnerName owner={member} className="font-semibold" />
        <p className="text-xs text-muted">
          @{member.username} · {member.role === 'admin' ? 'Administrator' : 'Moderator'}
        </p>
      </div>
      {member.role === 'moderator' && (
        <Button
          size="sm"
          isBusy={isBusy}
          onClick={() => void dismiss()}
          aria-label={`Remove ${member.username} as a moderator`}
        >
          Remove
        </Button>
      )}
    </li>
  )
}
