import type { Comment, CurrentUser } from '@vireo/contract'
import { CommentForm } from './comment-form.tsx'
import { useComments } from './comments-context.ts'
import { draftKey, useDraft } from './drafts.ts'
import { usePostComment } from './use-post-comment.ts'

type ReplyFormProps = {
  comment: Comment
  viewer: CurrentUser
  /** Someone has just asked for it; otherwise a reply that could not be sent is back. */
  isAsked: boolean
  onPost: () => void
  onClose: () => void
}

export function ReplyForm({ comment, viewer, isAsked, onPost, onClose }: ReplyFormProps) {
  const { source } = useComments()
  const [text, setText] = useDraft(draftKey(viewer._id, source.key, comment._id))
  const post = usePostComment()
  const close = () => {
    setText('')
    onClose()
  }
  const submit = () => {
    close()
    onPost()
    void post(text, comment._id)
  }
  return (
    <CommentForm
      label={`Reply to ${comment.owner.username}`}
      placeholder="Add a reply..."
      text={text}
      onText={setText}
      submitLabel="Reply"
      onSubmit={submit}
      onCancel={close}
      isAsked={isAsked}
    />
  )
}
