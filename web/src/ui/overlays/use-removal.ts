import { toastError, toastSuccess } from '../feedback/toasts/toast.ts'
import { type DeletionUndo, toastDeletionUndo } from '../feedback/toasts/undo-toast.ts'
import { useConfirm } from './confirm.tsx'

type Removal = {
  question: string
  /** Names what is removed. */
  text?: string
  remove: () => Promise<unknown>
  done: string
  failed: string
  undo?: DeletionUndo
}

/** Asks for confirmation, deletes, reports the result and offers to undo it. */
export function useRemoval({ question, text, remove, done, failed, undo }: Removal) {
  const confirm = useConfirm()
  return async () => {
    const asked = { title: question, confirmLabel: 'Delete', isDanger: true, ...(text && { text }) }
    if (!(await confirm(asked))) return
    try {
      await remove()
      toastSuccess(done)
      if (undo) toastDeletionUndo(undo)
    } catch {
      toastError(failed)
    }
  }
}
