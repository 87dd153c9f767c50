import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSignInPath } from '../../app/use-sign-in-path.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CommentForm } from './comment-form.tsx'
import { useComments } from './comments-context.ts'
import { draftKey, useDraft } from './drafts.ts'
import { usePostComment } from './use-post-comment.ts'

/** The box above the list; visitors find the way to sign in in its place. */
export function CommentComposer() {
  const { viewer } = useComments()
  return viewer ? <Composer viewerId={viewer._id} /> : <SignInLine />
}

function Composer({ viewerId }: { viewerId: string }) {
  const { source, viewer } = useComments()
  const [text, setText] = useDraft(draftKey(viewerId, source.key))
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
      <Avatar name={viewer?.fullname ?? ''} src={viewer?.avatar ?? null} className="mt-0.5" />
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

function SignInLine() {
  const { source } = useComments()
  const signInPath = useSignInPath()
  return (
    <p className="flex min-h-11 items-center rounded-control bg-surface-2 px-3">
      <Link to={signInPath} className="link">
        {source.words.signIn}
      </Link>
    </p>
  )
}
