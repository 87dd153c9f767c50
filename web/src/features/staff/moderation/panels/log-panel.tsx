import { type AuditAction, type AuditEntry, api, reportReasonLabels } from '@vireo/contract'
import { ScrollText } from 'lucide-react'
import { call } from '../../../../lib/api-client.ts'
import { useOneAtATime } from '../../../../lib/hooks/use-one-at-a-time.ts'
import { useLongList } from '../../../../lib/query/use-long-list.ts'
import { formatDateTime, formatRelativeTime } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { PagedList } from '../../../../ui/lists/paged-list.tsx'
import { useConfirm } from '../../../../ui/overlays/confirm.tsx'
import { logQuery, useAction } from '../api.ts'
import { PanelSkeleton } from './panel-loading.tsx'

/** Follows the name of the moderator in a sentence. */
const actionTexts: Record<AuditAction, (text: string) => string> = {
  dismiss: (text) => `dismissed the reports about ${text}`,
  reopen: (text) => `reopened the reports about ${text}`,
  remove: (text) => `removed ${text}`,
  restore: (text) => `restored ${text}`,
  suspend: (text) => `suspended ${text}`,
  reinstate: (text) => `lifted the suspension of ${text}`,
  approve: (text) => `approved ${text}`,
  appoint: (text) => `made ${text} a moderator`,
  unappoint: (text) => `removed ${text} as a moderator`,
  promote: (text) => `made ${text} an administrator`,
  demote: (text) => `removed ${text} as an administrator`,
  'turn-off-two-step': (text) => `turned off the two-step sign-in of ${text}`,
  'set-sign-up': (text) => `set sign-up to ${text}`,
  'set-held-words': (text) => `changed the held words: ${text}`,
  invite: (text) => `created an invitation for ${text}`,
  'revoke-invitation': (text) => `revoked an invitation for ${text}`,
  'retry-job': (text) => `retried a failed job: ${text}`,
  'dismiss-job': (text) => `dismissed a failed job: ${text}`,
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

/** Settings changes have no subject; their note contains the new value. */
const hasNoSubject = ({ subjectName }: AuditEntry) => subjectName === ''

function LogRow({ entry }: { entry: AuditEntry }) {
  const { actorName, action, subjectKind, subjectName, reason, note, createdAt } = entry
  const text = hasNoSubject(entry)
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
          <span className="font-semibold">{actorName}</span> {actionTexts[action](text)}
        </p>
        {why && (
          <p dir="auto" className="wrap-anywhere text-muted">
            {why}
          </p>
        )}
        <p className="text-xs text-muted">
          <time dateTime={createdAt} title={formatDateTime(createdAt)}>
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
  const act = useAction()
  const confirm = useConfirm()
  const { isBusy, run } = useOneAtATime()
  const reverse = async () => {
    const question = questions[entry.action] ?? { title: 'Reverse this?', confirmLabel: 'Reverse' }
    if (!(await confirm({ ...question, text: entry.subjectName }))) return
    const params = { id: entry._id }
    await run(() => act(() => call(api.moderation.reverse, { params }), api.moderation.reverse.message))
  }
  return (
    <Button
      size="sm"
      isBusy={isBusy}
      onClick={() => void reverse()}
      aria-label={`Reverse: ${actionTexts[entry.action](entry.subjectName)}`}
    >
      Reverse
    </Button>
  )
}
