import { api, type HeldComment } from '@vireo/contract'
import { MessageCircleMore } from 'lucide-react'
import { call } from '../../../../lib/api-client.ts'
import { useLongList } from '../../../../lib/query/use-long-list.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { PagedList } from '../../../../ui/lists/paged-list.tsx'
import { ReviewedComment } from '../../../community/comments/item/reviewed-comment.tsx'
import { heldQuery } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useDecision } from '../use-decision.ts'
import { PanelSkeleton } from './panel-loading.tsx'

export function HeldPanel() {
  const list = useLongList(heldQuery)
  return (
    <PagedList
      list={list}
      failure="The held comments could not be loaded. Please try again"
      loading={<PanelSkeleton height="h-36" />}
      empty={<EmptyState icon={<MessageCircleMore />} text="No comments are held for review." />}
    >
      {(held, ref) => (
        <ul ref={ref} aria-label="Held comments" className="grid gap-4">
          {held.map((item) => (
            <li key={item._id} className="min-w-0">
              <HeldCard {...item} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function HeldCard({ comment, subject }: HeldComment) {
  const { _id: commentId, updatedAt, owner } = comment
  const { decide, isBusy, button } = useDecision('held', commentId)
  const approve = () =>
    void decide({
      send: () => call(api.moderation.approve, { params: { commentId }, body: { updatedAt } }),
      done: api.moderation.approve.message,
    })
  return (
    <article className="grid gap-4 rounded-card border border-border bg-surface p-4 sm:p-5">
      <ReviewedComment comment={comment} subject={subject} />
      <div className="flex flex-wrap gap-2">
        <Button ref={button} size="sm" variant="primary" isBusy={isBusy} onClick={approve}>
          Approve
        </Button>
        <ReasonDialog
          title="Remove this comment?"
          description={`@${owner.username} is told why. You can restore it for 30 days.`}
          submitLabel="Remove"
          trigger={
            <Button size="sm" variant="danger">
              Remove comment
            </Button>
          }
          onSubmit={(body, close) =>
            decide({
              send: () => call(api.moderation.removeHeld, { params: { commentId }, body }),
              done: api.moderation.removeHeld.message,
              close,
            })
          }
        />
      </div>
    </article>
  )
}
