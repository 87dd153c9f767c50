import type { KeyboardEvent } from 'react'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { TweetCounter } from '../tweets/tweet-counter.tsx'

type ContentFieldProps = {
  content: string
  error: string | undefined
  isLocked: boolean
  onEdit: (content: string) => void
  onBlur: () => void
  onSubmit: () => void
}

/** Enter begins a new line; with Ctrl or Cmd it posts. */
export function ContentField({ content, error, isLocked, onEdit, onBlur, onSubmit }: ContentFieldProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <Field label="Content" error={error} action={<TweetCounter text={content} />}>
      <Textarea
        dir="auto"
        rows={4}
        placeholder="What’s happening?"
        value={content}
        readOnly={isLocked}
        onChange={({ target }) => onEdit(target.value)}
        onBlur={onBlur}
        onKeyDown={handleKey}
        className="text-base!"
      />
    </Field>
  )
}
