import { useQueryClient } from '@tanstack/react-query'
import { type Tweet, tweetRule, tweetText } from '@vireo/contract'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toastError } from '../../ui/toast.ts'
import { refusalOf } from '../blocks/refusal.ts'
import { updateTweet } from './api.ts'
import { TweetCounter } from './tweet-counter.tsx'

const discarding = {
  title: 'Discard your changes?',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  isDanger: true,
}

/** In the text's place; after a failure what was typed is still there. */
export function TweetEditor({ tweet, onClose }: { tweet: Tweet; onClose: () => void }) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const messageId = useId()
  const [text, setText] = useState(tweet.content)
  const [isBusy, setIsBusy] = useState(false)
  const problem = tweetRule(text)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (problem || isBusy) return
    if (tweetText(text) === tweet.content) return onClose()
    setIsBusy(true)
    try {
      await updateTweet(queryClient, tweet._id, text)
      onClose()
    } catch (error) {
      toastError(refusalOf(error, 'Failed to update tweet'))
      setIsBusy(false)
    }
  }
  const leave = async () => {
    const isSame = tweetText(text) === tweet.content
    if (isSame || (await confirm(discarding))) onClose()
  }
  const handleKey = (event: KeyboardEvent) => {
    // While a word is being composed, Escape belongs to that.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isBusy) void leave()
  }
  return (
    <form onSubmit={save} className="relative z-10 mt-2 grid gap-2">
      <Textarea
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
        <Button variant="ghost" size="sm" className="rounded-full!" disabled={isBusy} onClick={leave}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="sm"
          className="rounded-full!"
          disabled={problem !== undefined}
          isBusy={isBusy}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
