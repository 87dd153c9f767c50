import { memo, useRef, useState } from 'react'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { ShownComment } from './comment-pages.ts'
import { useComments } from './comments-context.ts'
import { draftKey, useDraft } from './drafts.ts'
import { Replies } from './replies.tsx'
import { usePostComment } from './use-post-comment.ts'

/** A comment with what was said to it. */
export const CommentThread = memo(function CommentThread({ comment }: { comment: ShownComment }) {
  const { source, viewer } = useComments()
  const [draft, setDraft] = useDraft(draftKey(viewer?._id ?? '', source.key, comment._id))
  const [isReplying, setIsReplying] = useState(false)
  const [areShown, setAreShown] = useState(false)
  const thread = useRef<HTMLDivElement>(null)
  const post = usePostComment()
  const canReply = source.replies !== undefined && !comment.isPending

  const reply = ({ parentId, owner }: ShownComment) => {
    // One level deep: an answer to an answer says in words whom it means.
    if (parentId && !draft) setDraft(`@${owner.username} `)
    setIsReplying(true)
  }
  const close = () => {
    setDraft('')
    setIsReplying(false)
    thread.current?.querySelector<HTMLElement>('[data-reply]')?.focus()
  }
  const submit = () => {
    close()
    setAreShown(true)
    void post(draft, comment._id)
  }

  return (
    <div ref={thread}>
      <CommentItem comment={comment} onReply={canReply ? reply : undefined} />
      {canReply && (
        <div className="ml-13 grid gap-1 max-sm:ml-9">
          <Replies comment={comment} isShown={areShown} onToggle={setAreShown} onReply={reply} />
          {/* A reply that could not be sent is there as a draft again. */}
          {viewer && (isReplying || draft) && (
            <CommentForm
              key={isReplying ? 'asked' : 'given back'}
              label={`Reply to ${comment.owner.username}`}
              placeholder="Add a reply..."
              text={draft}
              onText={setDraft}
              submitLabel="Reply"
              onSubmit={submit}
              onCancel={close}
              isAsked={isReplying}
            />
          )}
        </div>
      )}
    </div>
  )
})
