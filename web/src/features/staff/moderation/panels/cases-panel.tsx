import { api, type ModerationCase, type Report, type ReportReason, reportReasonLabels } from '@vireo/contract'
import { Flag } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { call } from '../../../../lib/api-client.ts'
import { useLongList } from '../../../../lib/query/use-long-list.ts'
import { formatRelativeTime } from '../../../../lib/text/format.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { PagedList } from '../../../../ui/lists/paged-list.tsx'
import { casesQuery } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useDecision } from '../use-decision.ts'
import { PanelSkeleton } from './panel-loading.tsx'
import { ReportedContent } from './reported-content.tsx'

export function CasesPanel() {
  const list = useLongList(casesQuery)
  return (
    <PagedList
      list={list}
      failure="The reports could not be loaded. Please try again"
      loading={<PanelSkeleton height="h-72" />}
      empty={<EmptyState icon={<Flag />} text="No open reports." />}
    >
      {(cases, ref) => (
        <ul ref={ref} aria-label="Open reports" className="grid gap-4">
          {cases.map((openCase) => (
            <li key={openCase._id} data-owner={openCase.owner._id} className="min-w-0">
              <CaseCard openCase={openCase} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const kinds = { video: 'Video by', tweet: 'Tweet by', comment: 'Comment by', profile: 'Profile of' } as const

/** A reported thing with its open reports and the possible decisions. */
function CaseCard({ openCase }: { openCase: ModerationCase }) {
  const titleId = useId()
  const { kind, owner, reportsCount, openedAt } = openCase
  return (
    <article
      aria-labelledby={titleId}
      className="grid gap-4 rounded-card border border-border bg-surface p-4 sm:p-5"
    >
      <header className="flex flex-wrap items-baseline gap-x-2 text-muted">
        <h2 id={titleId} className="text-base text-text">
          {kinds[kind]} <Link to={paths.profile(owner.username)}>@{owner.username}</Link>
        </h2>
        <span>
          {reportsCount === 1 ? '1 report' : `${reportsCount} reports`} · first {formatRelativeTime(openedAt)}
        </span>
      </header>
      <ReportedContent {...openCase} />
      <ReportList reports={openCase.reports} count={reportsCount} />
      <Decisions openCase={openCase} />
    </article>
  )
}

function ReportList({ reports, count }: { reports: Report[]; count: number }) {
  return (
    <ul aria-label="Reports" className="grid gap-2 rounded-control bg-surface-2 p-3">
      {reports.map(({ _id, reason, text, reporter, createdAt }) => (
        <li key={_id} className="grid gap-0.5">
          <p className="flex flex-wrap gap-x-2">
            <span className="font-medium">{reportReasonLabels[reason]}</span>
            <span className="text-muted">
              @{reporter.username}, {formatRelativeTime(createdAt)}
            </span>
          </p>
          {text && (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          )}
        </li>
      ))}
      {count > reports.length && <li className="text-muted">and {count - reports.length} more</li>}
    </ul>
  )
}

/** The reason that most reports give; of several, the one that was given first in the list. */
function findMainReason(reports: Report[]) {
  const countOf = (reason: ReportReason) => reports.filter((report) => report.reason === reason).length
  return reports.map(({ reason }) => reason).toSorted((a, b) => countOf(b) - countOf(a))[0]
}

function Decisions({ openCase }: { openCase: ModerationCase }) {
  const { _id: id, kind, owner, reports } = openCase
  const reported = findMainReason(reports)
  const { decide, isBusy, button } = useDecision('cases', id)
  const dismiss = () =>
    void decide({
      send: () => call(api.moderation.dismiss, { params: { id } }),
      done: api.moderation.dismiss.message,
    })
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={button} size="sm" isBusy={isBusy} onClick={dismiss}>
        Dismiss
      </Button>
      {kind !== 'profile' && (
        <ReasonDialog
          title={`Remove this ${kind}?`}
          description={`Nobody will see it any more. @${owner.username} is told why. You can restore it for 30 days.`}
          submitLabel="Remove"
          initialReason={reported}
          trigger={
            <Button size="sm" variant="danger">
              Remove {kind}
            </Button>
          }
          onSubmit={(body, close) =>
            decide({
              send: () => call(api.moderation.remove, { params: { id }, body }),
              done: api.moderation.remove.message,
              close,
            })
          }
        />
      )}
      {openCase.ownerRole !== 'admin' && (
        <ReasonDialog
          title={`Suspend @${owner.username}?`}
          description="Everything they have posted is hidden, and they cannot sign in until you lift the suspension. They get an e-mail with the reason."
          submitLabel="Suspend"
          initialReason={reported}
          trigger={
            <Button size="sm" variant="ghost" className="text-danger">
              Suspend account
            </Button>
          }
          onSubmit={(body, close) =>
            decide({
              send: () => call(api.moderation.suspend, { params: { channelId: owner._id }, body }),
              done: api.moderation.suspend.message,
              close,
              suspendedId: owner._id,
            })
          }
        />
      )}
    </div>
  )
}
