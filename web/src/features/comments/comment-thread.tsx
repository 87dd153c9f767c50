import { memo, useRef, useState } from 'react'
import { whenLoaded } from '../../ui/lazy-part.tsx'
import { CommentItem } from './comment-item.tsx'
import type { ShownComment } from './comment-pages.ts'
import { useComments } from './comments-context.ts'
import { draftKey, useDraft } from './drafts.ts'
import { ReplyForm } from './lazy-forms.ts'
import { Replies } from './replies.tsx'

type CommentThreadProps = {
  comment: ShownComment
  /** A reply that is shown even while the replies are folded away. */
  reply?: ShownComment | undefined
}

/** A comment and its replies. */
export const CommentThread = memo(function CommentThread({ comment, reply: shown }: CommentThreadProps) {
  const { subject, viewer } = useComments()
  const [draft, setDraft] = useDraft(draftKey(viewer?._id ?? '', subject, comment._id))
  const [isReplying, setIsReplying] = useState(false)
  const [areShown, setAreShown] = useState(false)
  const thread = useRef<HTMLDivElement>(null)

  const reply = ({ parentId, owner }: ShownComment) =>
    whenLoaded(ReplyForm, () => {
      // Replies go one level deep: a reply to a reply names the person it answers.
      if (parentId && !draft) setDraft(`@${owner.username} `)
      setIsReplying(true)
    })
  // Nobody could see a reply to a held comment.
  const onReply = comment.isHeld ? undefined : reply
  const close = () => {
    setIsReplying(false)
    thread.current?.querySelector<HTMLElement>('[data-reply]')?.focus()
  }

  if (comment.isPending) return <CommentItem comment={comment} />
  return (
    <div ref={thread}>
      <CommentItem comment={comment} onReply={onReply} />
      <div className="ml-13 grid gap-1 max-sm:ml-9">
        {shown && <CommentItem comment={shown} onReply={onReply} />}
        <Replies comment={comment} isShown={areShown} onToggle={setAreShown} onReply={onReply} />
        {viewer && (isReplying || draft) && (
          <ReplyForm
            comment={comment}
            viewer={viewer}
            takesFocus={isReplying}
            onPost={() => setAreShown(true)}
            onClose={close}
          />
        )}
      </div>
    </div>
  )
})
