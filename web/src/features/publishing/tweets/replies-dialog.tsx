import { useQueryClient } from '@tanstack/react-query'
import type { Tweet } from '@vireo/contract'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogFormButtons } from '../../../ui/overlays/dialog-form-buttons.tsx'
import { CommentsModeField } from '../comments-mode/comments-mode-field.tsx'
import { setCommentsMode } from './api.ts'

type RepliesDialogProps = { tweet: Tweet; open: boolean; onOpenChange: (open: boolean) => void }

/** For the author: who may reply to the tweet. */
export function RepliesDialog({ tweet, open, onOpenChange }: RepliesDialogProps) {
  return (
    <Dialog title="Replies to this tweet" open={open} onOpenChange={onOpenChange}>
      <RepliesForm tweet={tweet} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that it starts with the current choice each time. */
function RepliesForm({ tweet, onDone }: { tweet: Tweet; onDone: () => void }) {
  const queryClient = useQueryClient()
  const id = useId()
  const [mode, setMode] = useState(tweet.commentsMode)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      toastSuccess(await setCommentsMode(queryClient, tweet._id, mode))
      onDone()
    } catch (error) {
      setFailure(messageOf(error, 'Failed to update tweet'))
      setIsBusy(false)
    }
  }
  return (
    <>
      <form id={id} onSubmit={save} className="mb-6 grid gap-5">
        <CommentsModeField kind="tweet" legend="Who can reply" value={mode} onChange={setMode} />
        <FormAlert message={failure} />
      </form>
      <DialogFormButtons
        form={id}
        submitLabel="Save"
        isBusy={isBusy}
        disabled={mode === tweet.commentsMode}
      />
    </>
  )
}
