import { commentRule } from '@vireo/contract'
import { type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react'
import { InlineFormButtons } from '../../../../ui/forms/inline-form-buttons.tsx'
import { MentionTextarea } from '../../../people/mentions/mention-textarea.tsx'
import { useComments } from '../comments-context.ts'

type CommentTextFormProps = {
  /** The accessible name of the box. */
  label: string
  placeholder?: string
  text: string
  onText: (text: string) => void
  submitLabel: string
  onSubmit: () => void
  onCancel: () => void
  /** Closes the form without losing the text. */
  onEscape: () => void
  isBusy?: boolean
  /** Whether the buttons are shown. */
  isOpen?: boolean
  onOpen?: () => void
  /** The focus goes to the end of the text. */
  takesFocus?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** The text box of comments, old and new: Enter submits, Shift+Enter begins a new line, Escape closes. */
export function CommentTextForm(props: CommentTextFormProps) {
  const { text, isBusy = false, isOpen = true, takesFocus = false, onOpen } = props
  const { subject } = useComments()
  const messageId = useId()
  const { isInvalid, message, change, submit, handleKey } = useCommentText(props)
  return (
    <form onSubmit={submit} onKeyDown={closeOnEscape(props.onEscape)} className="grid grow gap-2">
      <MentionTextarea
        subject={subject}
        ref={props.ref}
        dir="auto"
        rows={1}
        aria-label={props.label}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? messageId : undefined}
        placeholder={props.placeholder}
        value={text}
        readOnly={isBusy}
        autoFocus={takesFocus}
        onFocus={({ currentTarget }) => {
          if (takesFocus) currentTarget.setSelectionRange(text.length, text.length)
        }}
        onClick={onOpen}
        onChange={({ target }) => change(target.value)}
        onKeyDown={handleKey}
        className="min-h-11"
      />
      <p id={messageId} aria-live="polite" className="text-sm text-danger empty:hidden">
        {message}
      </p>
      {isOpen && (
        <div className="flex justify-end gap-2">
          <InlineFormButtons
            submitLabel={props.submitLabel}
            isInvalid={isInvalid}
            isBusy={isBusy}
            canCancelBusy
            onCancel={props.onCancel}
          />
        </div>
      )}
    </form>
  )
}

// While an input method is composing a word, Escape only cancels the word.
const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && !event.nativeEvent.isComposing) close()
}

function useCommentText({ text, onText, onSubmit, onOpen, isBusy }: CommentTextFormProps) {
  const [isRefused, setIsRefused] = useState(false)
  const problem = commentRule(text)

  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    setIsRefused(problem !== undefined)
    if (!problem && !isBusy) onSubmit()
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method is composing a word, Enter only accepts the word.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
  }
  const change = (next: string) => {
    setIsRefused(false)
    onOpen?.()
    onText(next)
  }
  // An empty box is not an error until someone tries to submit it.
  const message = text.trim() || isRefused ? problem : undefined
  return { isInvalid: problem !== undefined, message, change, submit, handleKey }
}
