import { toastError, toastSuccess } from '../feedback/toasts/toast.ts'
import { useConfirm } from './confirm.tsx'

type Removal = { question: string; remove: () => Promise<unknown>; done: string; failed: string }

/** Asks for confirmation, deletes, and reports the result. */
export function useRemoval({ question, remove, done, failed }: Removal) {
  const confirm = useConfirm()
  return async () => {
    if (!(await confirm({ title: question, confirmLabel: 'Delete', isDanger: true }))) return
    try {
      await remove()
      toastSuccess(done)
    } catch {
      toastError(failed)
    }
  }
}
