import { commentRule } from '@vireo/contract'
import { type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type CommentFormProps = {
  /** Names the box. */
  label: string
  placeholder?: string
  text: string
  onText: (text: string) => void
  submitLabel: string
  onSubmit: () => void
  onCancel: () => void
  isBusy?: boolean
  /** Without its buttons it is one quiet line, until someone wants to write. */
  isOpen?: boolean
  onOpen?: () => void
  /** Someone asked for this box: the focus goes to the end of its text. */
  isAsked?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** Writes and rewrites comments: Enter sends, Shift+Enter begins a new line. */
export function CommentForm({ text, onText, onSubmit, onCancel, isOpen = true, ...props }: CommentFormProps) {
  const messageId = useId()
  const [isRefused, setIsRefused] = useState(false)
  const problem = commentRule(text)
  // An empty box is no mistake until someone tries to send it.
  const message = text.trim() || isRefused ? problem : undefined

  const submit = () => {
    setIsRefused(problem !== undefined)
    if (!problem && !props.isBusy) onSubmit()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed, Enter only chooses it.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    }
  }
  const handleText = (next: string) => {
    setIsRefused(false)
    props.onOpen?.()
    onText(next)
  }

  return (
    <form onSubmit={handleSubmit} className="grid grow gap-2">
      <Textarea
        ref={props.ref}
        dir="auto"
        rows={1}
        aria-label={props.label}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? messageId : undefined}
        placeholder={props.placeholder}
        value={text}
        readOnly={props.isBusy}
        autoFocus={props.isAsked}
        onFocus={({ currentTarget }) => {
          if (props.isAsked) currentTarget.setSelectionRange(text.length, text.length)
        }}
        onClick={props.onOpen}
        onChange={({ target }) => handleText(target.value)}
        onKeyDown={handleKey}
        className="min-h-11!"
      />
      <p id={messageId} aria-live="polite" className="text-sm text-danger empty:hidden">
        {message}
      </p>
      {isOpen && (
        <div className="flex justify-end gap-2">
          <Button variant="ghost" size="sm" className="rounded-full!" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="sm"
            className="rounded-full!"
            disabled={problem !== undefined}
            isBusy={props.isBusy ?? false}
          >
            {props.submitLabel}
          </Button>
        </div>
      )}
    </form>
  )
}
