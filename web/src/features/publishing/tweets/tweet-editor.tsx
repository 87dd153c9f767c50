import { useQueryClient } from '@tanstack/react-query'
import { type Tweet, tweetRule, tweetText } from '@vireo/contract'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { InlineFormButtons } from '../../../ui/forms/inline-form-buttons.tsx'
import { discardQuestion, useUnsaved } from '../../../ui/forms/unsaved.ts'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { postRefusalMessage } from '../../people/blocks/post-refusal-message.ts'
import { MentionTextarea } from '../../people/mentions/mention-textarea.tsx'
import { updateTweet } from './api.ts'
import { TweetCounter } from './tweet-counter.tsx'

type TweetEditorProps = { tweet: Tweet; onClose: () => void }

/** Replaces the tweet's text. Keeps the typed text after a failure. */
export function TweetEditor({ tweet, onClose }: TweetEditorProps) {
  const messageId = useId()
  const { text, setText, problem, isBusy, save, cancel } = useTweetEdit({ tweet, onClose })
  const handleKey = (event: KeyboardEvent) => {
    // While an input method is composing a word, Escape cancels the composition.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isBusy) void cancel()
  }
  return (
    <form onSubmit={save} className="relative z-10 mt-2 grid gap-2">
      <MentionTextarea
        dir="auto"
        aria-label="Edit tweet"
        aria-invalid={problem ? true : undefined}
        aria-describedby={messageId}
        value={text}
        readOnly={isBusy}
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={handleKey}
      />
      <div className="flex flex-wrap items-center gap-2">
        <p id={messageId} aria-live="polite" className="grow text-sm text-danger">
          {problem}
        </p>
        <TweetCounter text={text} />
        <InlineFormButtons
          submitLabel="Save"
          isInvalid={problem !== undefined}
          isBusy={isBusy}
          onCancel={() => void cancel()}
        />
      </div>
    </form>
  )
}

function useTweetEdit({ tweet, onClose }: TweetEditorProps) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const [text, setText] = useState(tweet.content)
  const [isBusy, setIsBusy] = useState(false)
  const problem = tweetRule(text)
  const isSame = tweetText(text) === tweet.content
  useUnsaved(!isSame)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (problem || isBusy) return
    if (isSame) return onClose()
    setIsBusy(true)
    try {
      await updateTweet(queryClient, tweet._id, text)
      onClose()
    } catch (error) {
      toastError(postRefusalMessage(error, 'Failed to update tweet'))
      setIsBusy(false)
    }
  }
  const cancel = async () => {
    if (isSame || (await confirm(discardQuestion))) onClose()
  }
  return { text, setText, problem, isBusy, save, cancel }
}
