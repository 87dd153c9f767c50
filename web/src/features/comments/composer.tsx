import type { CurrentUser } from '@vireo/contract'
import { useRef, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { CommentForm } from './comment-form.tsx'
import { useComments } from './comments-context.ts'
import { draftKey, useDraft } from './drafts.ts'
import { usePostComment } from './use-post-comment.ts'

/** The box above the list. */
export function Composer({ viewer }: { viewer: CurrentUser }) {
  const { source } = useComments()
  const [text, setText] = useDraft(draftKey(viewer._id, source.key))
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const post = usePostComment()

  const submit = () => {
    setText('')
    void post(text)
    box.current?.focus()
  }
  const cancel = () => {
    setText('')
    setIsOpen(false)
    // The buttons go; whoever uses the keyboard stays at the box.
    box.current?.focus()
  }
  return (
    <div className="flex items-start gap-3">
      <Avatar name={viewer.fullname} src={viewer.avatar} className="mt-0.5" />
      <CommentForm
        ref={box}
        label={source.words.placeholder}
        placeholder={source.words.placeholder}
        text={text}
        onText={setText}
        submitLabel={source.words.submit}
        onSubmit={submit}
        onCancel={cancel}
        isOpen={isOpen || text !== ''}
        onOpen={() => setIsOpen(true)}
      />
    </div>
  )
}
