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

const verbs: Record<AuditAction, string> = {
  dismiss: 'dismissed the reports about',
  reopen: 'reopened the reports about',
  remove: 'removed',
  restore: 'restored',
  suspend: 'suspended',
  reinstate: 'lifted the suspension of',
  approve: 'approved',
  appoint: 'made a moderator of',
  unappoint: 'took the moderator role from',
  promote: 'made an administrator of',
  demote: 'took the administrator role from',
  'set-sign-up': 'set sign-up to',
  'set-held-words': 'changed the held words:',
  invite: 'made an invitation for',
  'revoke-invitation': 'revoked an invitation for',
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
          <span className="font-semibold">{actorName}</span> {verbs[action]} {what}
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

const questions: Partial<Record<AuditAction, string>> = {
  dismiss: 'Reopen these reports?',
  remove: 'Restore this for everyone?',
  suspend: 'Lift this suspension?',
}

function ReverseButton({ entry }: { entry: AuditEntry }) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const reverse = async () => {
    const title = questions[entry.action] ?? 'Reverse this?'
    if (!(await confirm({ title, text: entry.subjectName, confirmLabel: 'Reverse' }))) return
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
      aria-label={`Reverse: ${verbs[entry.action]} ${entry.subjectName}`}
    >
      Reverse
    </Button>
  )
}
