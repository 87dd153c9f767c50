import { useQueryClient } from '@tanstack/react-query'
import { type AuditAction, type AuditEntry, api } from '@vireo/contract'
import { reportReasonLabels } from '@vireo/contract/rules/reports'
import { ScrollText } from 'lucide-react'
import { call } from '../../lib/api-client.ts'
import { formatRelativeTime } from '../../lib/format.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { useLongList } from '../../lib/use-long-list.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { logQuery, problemOf, refreshRest } from './api.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** What was done, to follow the name of who did it. */
const deeds: Record<AuditAction, (what: string) => string> = {
  dismiss: (what) => `dismissed the reports about ${what}`,
  reopen: (what) => `reopened the reports about ${what}`,
  remove: (what) => `removed ${what}`,
  restore: (what) => `restored ${what}`,
  suspend: (what) => `suspended ${what}`,
  reinstate: (what) => `lifted the suspension of ${what}`,
  approve: (what) => `approved ${what}`,
  appoint: (what) => `made ${what} a moderator`,
  unappoint: (what) => `removed ${what} as a moderator`,
  promote: (what) => `made ${what} an administrator`,
  demote: (what) => `removed ${what} as an administrator`,
  'turn-off-two-step': (what) => `turned off the two-step sign-in of ${what}`,
  'set-sign-up': (what) => `set sign-up to ${what}`,
  'set-held-words': (what) => `changed the held words: ${what}`,
  invite: (what) => `created an invitation for ${what}`,
  'revoke-invitation': (what) => `revoked an invitation for ${what}`,
}

export function LogPanel() {
  const list = useLongList(logQuery)
  return (
    <PagedList
      list={list}
      failure="The audit log could not be loaded. Please try again"
      loading={<PanelSkeleton height="h-16" />}
      empty={<EmptyState icon={<ScrollText />} text="Nothing has been done yet." />}
    >
      {(entries, ref) => (
        <ul ref={ref} aria-label="Audit log" className="grid divide-y divide-border">
          {entries.map((entry) => (
            <LogRow key={entry._id} entry={entry} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** The subject of a setting is what it was set to. */
const hasNoSubject = ({ subjectName }: AuditEntry) => subjectName === ''

function LogRow({ entry }: { entry: AuditEntry }) {
  const { actorName, action, subjectKind, subjectName, reason, note, createdAt } = entry
  const what = hasNoSubject(entry)
    ? note
    : subjectKind === 'profile'
      ? subjectName
      : `the ${subjectKind} “${subjectName}”`
  const why = [reason && reportReasonLabels[reason], hasNoSubject(entry) ? '' : note]
    .filter(Boolean)
    .join(': ')
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p dir="auto" className="wrap-anywhere">
          <span className="font-semibold">{actorName}</span> {deeds[action](what)}
        </p>
        {why && (
          <p dir="auto" className="wrap-anywhere text-muted">
            {why}
          </p>
        )}
        <p className="text-xs text-muted">
          <time dateTime={createdAt} title={exact.format(new Date(createdAt))}>
            {formatRelativeTime(createdAt)}
          </time>
          {entry.isReversed && ' · reversed'}
        </p>
      </div>
      {entry.canReverse && <ReverseButton entry={entry} />}
    </li>
  )
}

const questions: Partial<Record<AuditAction, { title: string; confirmLabel: string }>> = {
  dismiss: { title: 'Reopen these reports?', confirmLabel: 'Reopen' },
  remove: { title: 'Restore this for everyone, and reopen its reports?', confirmLabel: 'Restore' },
  suspend: { title: 'Lift this suspension, and reopen the reports that led to it?', confirmLabel: 'Lift' },
}

function ReverseButton({ entry }: { entry: AuditEntry }) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const reverse = async () => {
    const question = questions[entry.action] ?? { title: 'Reverse this?', confirmLabel: 'Reverse' }
    if (!(await confirm({ ...question, text: entry.subjectName }))) return
    try {
      await runMutation(queryClient, () => call(api.moderation.reverse, { params: { id: entry._id } }))
      toastSuccess(api.moderation.reverse.message)
    } catch (error) {
      toastError(problemOf(error))
    }
    refreshRest(queryClient)
  }
  return (
    <Button
      size="sm"
      onClick={() => void reverse()}
      aria-label={`Reverse: ${deeds[entry.action](entry.subjectName)}`}
    >
      Reverse
    </Button>
  )
}
