import { useConfirm } from './confirm.tsx'
import { toastError, toastSuccess } from './toast.ts'

type Removal = { question: string; remove: () => Promise<unknown>; done: string; failed: string }

/** Asks, deletes and says how it went. */
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
