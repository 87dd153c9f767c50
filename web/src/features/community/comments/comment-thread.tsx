import { memo, type Ref, useRef, useState } from 'react'
import { whenLoaded } from '../../../ui/lazy/lazy-part.tsx'
import type { ShownComment } from './api/comment-pages.ts'
import { useComments } from './comments-context.ts'
import { draftKey, useDraft } from './forms/drafts.ts'
import { ReplyForm } from './forms/lazy-forms.ts'
import { CommentItem } from './item/comment-item.tsx'
import { Replies } from './replies.tsx'

type CommentThreadProps = {
  comment: ShownComment
  /** The comment or reply that a link leads to. It is marked, and the replies are open. */
  linked?: {
    id: string
    /** If it is a reply: shown first, even while the others are collapsed. */
    reply: ShownComment | undefined
    /** Must be stable. */
    ref: Ref<HTMLElement>
  }
}

/** A comment and its replies. */
export const CommentThread = memo(function CommentThread({ comment, linked }: CommentThreadProps) {
  const { viewer } = useComments()
  const { thread, isOpen, isReplying, reply, close, closeWithDraft } = useReplying(comment)
  const [areShown, setAreShown] = useState(linked !== undefined)
  // Nobody could see a reply to a held comment.
  const onReply = comment.isHeld ? undefined : reply

  const markOf = ({ _id }: ShownComment) => (_id === linked?.id ? linked.ref : undefined)

  if (comment.isPending) return <CommentItem comment={comment} />
  return (
    <div ref={thread}>
      <CommentItem comment={comment} onReply={onReply} markRef={markOf(comment)} />
      <div className="ml-13 grid gap-1 max-sm:ml-9">
        {linked?.reply && (
          <CommentItem comment={linked.reply} onReply={onReply} markRef={markOf(linked.reply)} />
        )}
        <Replies
          comment={comment}
          exceptId={linked?.reply?._id}
          isShown={areShown}
          onToggle={setAreShown}
          onReply={onReply}
        />
        {viewer && isOpen && (
          <ReplyForm
            comment={comment}
            viewer={viewer}
            takesFocus={isReplying}
            onPost={() => setAreShown(true)}
            onClose={close}
            onEscape={closeWithDraft}
          />
        )}
      </div>
    </div>
  )
})

/** Whether the reply box is open, its initial text, and where the focus goes when it closes. */
function useReplying(comment: ShownComment) {
  const { subject, viewer } = useComments()
  const [draft, setDraft] = useDraft(draftKey(viewer?._id ?? '', subject, `reply:${comment._id}`))
  const [isReplying, setIsReplying] = useState(false)
  /** A draft opens the box by itself, after a reload or when the reply could not be posted, but not after Escape. */
  const [isCollapsed, setIsCollapsed] = useState(false)
  const [answered, setAnswered] = useState<ShownComment>()
  const thread = useRef<HTMLDivElement>(null)
  // Replies go one level deep: a reply to a reply names the person it answers.
  const opening = (to: ShownComment | undefined) => (to?.parentId ? `@${to.owner.username} ` : '')
  const isUntouched = draft === '' || draft.trim() === opening(answered).trim()

  const setBox = (replying: boolean, collapsed: boolean) => {
    setIsReplying(replying)
    setIsCollapsed(collapsed)
  }
  const reply = (to: ShownComment) =>
    whenLoaded(ReplyForm, () => {
      if (isUntouched) setDraft(opening(to))
      setAnswered(to)
      setBox(true, false)
    })
  const focusOpener = () => {
    const buttons = [...(thread.current?.querySelectorAll<HTMLElement>('[data-reply]') ?? [])]
    const opener = buttons.find(({ dataset }) => dataset.reply === answered?._id) ?? buttons[0]
    opener?.focus()
  }
  const close = () => {
    setBox(false, false)
    focusOpener()
  }
  const closeWithDraft = () => {
    if (isUntouched) setDraft('')
    setBox(false, true)
    focusOpener()
  }
  return {
    thread,
    isOpen: isReplying || (draft !== '' && !isCollapsed),
    isReplying,
    reply,
    close,
    closeWithDraft,
  }
}
