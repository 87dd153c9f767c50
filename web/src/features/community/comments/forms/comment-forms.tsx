import { useQueryClient } from '@tanstack/react-query'
import type { Comment, CurrentUser } from '@vireo/contract'
import { useRef, useState } from 'react'
import { Avatar } from '../../../../ui/avatar/avatar.tsx'
import { toastError, toastNotice, toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { postRefusalMessage } from '../../../people/blocks/post-refusal-message.ts'
import { postComment } from '../api/post-comment.ts'
import { useComments } from '../comments-context.ts'
import { CommentTextForm } from './comment-text-form.tsx'
import { draftKey, restoreDraft, useDraft } from './drafts.ts'
import { useSavedDrafts } from './saved-drafts.ts'

/** The box above the list. */
export function NewCommentForm({ viewer }: { viewer: CurrentUser }) {
  const { subject, words } = useComments()
  useSavedDrafts(viewer._id, subject)
  const [text, setText] = useDraft(draftKey(viewer._id, subject, 'new'))
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const post = usePostComment(viewer)

  const submit = () => {
    setText('')
    void post(text)
    box.current?.focus()
  }
  const cancel = () => {
    setText('')
    setIsOpen(false)
    // The Cancel button disappears, so its focus moves to the box.
    box.current?.focus()
  }
  return (
    <div className="flex items-start gap-3">
      <Avatar name={viewer.fullname} src={viewer.avatar} className="mt-0.5" />
      <CommentTextForm
        ref={box}
        label={words.placeholder}
        placeholder={words.placeholder}
        text={text}
        onText={setText}
        submitLabel={words.submit}
        onSubmit={submit}
        onCancel={cancel}
        onEscape={() => setIsOpen(false)}
        isOpen={isOpen || text !== ''}
        onOpen={() => setIsOpen(true)}
      />
    </div>
  )
}

type ReplyFormProps = {
  comment: Comment
  viewer: CurrentUser
  /** False if the form reopens because its reply could not be posted. */
  takesFocus: boolean
  onPost: () => void
  onClose: () => void
  /** Closes the form and keeps the draft. */
  onEscape: () => void
}

export function ReplyForm({ comment, viewer, takesFocus, onPost, onClose, onEscape }: ReplyFormProps) {
  const { subject } = useComments()
  const [text, setText] = useDraft(draftKey(viewer._id, subject, `reply:${comment._id}`))
  const post = usePostComment(viewer)
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
    <CommentTextForm
      label={`Reply to ${comment.owner.username}`}
      placeholder="Add a reply..."
      text={text}
      onText={setText}
      submitLabel="Reply"
      onSubmit={submit}
      onCancel={close}
      onEscape={onEscape}
      takesFocus={takesFocus}
    />
  )
}

type EditCommentFormProps = {
  comment: Comment
  viewer: CurrentUser
  /** Resolves to whether it was saved. */
  onSave: (text: string) => Promise<boolean>
  onClose: () => void
}

/** Shown in place of the comment. After a failure or Escape it keeps the typed text. */
export function EditCommentForm({ comment, viewer, onSave, onClose }: EditCommentFormProps) {
  const { subject } = useComments()
  const [draft, setDraft] = useDraft(draftKey(viewer._id, subject, `edit:${comment._id}`))
  const [text, setText] = useState(draft || comment.content)
  const [isBusy, setIsBusy] = useState(false)

  const change = (next: string) => {
    setText(next)
    setDraft(next === comment.content ? '' : next)
  }
  const cancel = () => {
    setDraft('')
    onClose()
  }
  const save = async () => {
    if (text.trim() === comment.content) return cancel()
    setIsBusy(true)
    const isSaved = await onSave(text)
    setIsBusy(false)
    if (isSaved) cancel()
  }
  return (
    <div className="mt-1">
      <CommentTextForm
        label="Edit comment"
        text={text}
        onText={change}
        submitLabel="Save"
        onSubmit={() => void save()}
        onCancel={cancel}
        onEscape={onClose}
        isBusy={isBusy}
        takesFocus
      />
    </div>
  )
}

/** When a comment cannot be posted, its text goes back into the box. */
function usePostComment(viewer: CurrentUser) {
  const queryClient = useQueryClient()
  const { subject, words, order } = useComments()
  return async (text: string, parentId?: string) => {
    try {
      const { isHeld, awaitsCreator } = await postComment(queryClient, subject, {
        viewer,
        text,
        parentId,
        order,
      })
      if (awaitsCreator) toastNotice(words.awaitsCreator)
      else if (isHeld) toastNotice('A moderator will look at this before others can see it.')
      else toastSuccess(words.posted)
    } catch (error) {
      restoreDraft(draftKey(viewer._id, subject, parentId ? `reply:${parentId}` : 'new'), text)
      toastError(postRefusalMessage(error, words.postFailed))
    }
  }
}
