import type { Comment } from '@vireo/contract'
import { useState } from 'react'
import { CommentForm } from './comment-form.tsx'

type CommentEditorProps = {
  comment: Comment
  /** Answers whether it was saved. */
  onSave: (text: string) => Promise<boolean>
  onClose: () => void
}

/** In the comment's place; after a failure what was typed is still there. */
export function CommentEditor({ comment, onSave, onClose }: CommentEditorProps) {
  const [text, setText] = useState(comment.content)
  const [isBusy, setIsBusy] = useState(false)

  const save = async () => {
    if (text.trim() === comment.content) return onClose()
    setIsBusy(true)
    const isSaved = await onSave(text)
    setIsBusy(false)
    if (isSaved) onClose()
  }
  return (
    <div className="mt-1">
      <CommentForm
        label="Edit comment"
        text={text}
        onText={setText}
        submitLabel="Save"
        onSubmit={() => void save()}
        onCancel={onClose}
        isBusy={isBusy}
        isAsked
      />
    </div>
  )
}
