import { useQueryClient } from '@tanstack/react-query'
import type { Owner } from '@vireo/contract'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { blockPerson, unblockPerson } from './api.ts'

type Person = Pick<Owner, '_id' | 'fullname'>

/** Blocks after confirmation, or unblocks. A toast shows whether it worked. */
export function useBlock(person: Person) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const attempt = async (work: () => Promise<void>, done: string, failed: string) => {
    try {
      await work()
      toastSuccess(done)
    } catch {
      toastError(failed)
    }
  }
  return {
    /** `beforeRemoval` is called before this person's posts disappear from the page. */
    block: async (beforeRemoval?: () => void) => {
      const isConfirmed = await confirm({
        title: `Block ${person.fullname}?`,
        text: 'You will not see each other’s comments and tweets, nor be able to comment to, mention or subscribe to each other. Subscriptions between you end. Videos stay visible.',
        confirmLabel: 'Block',
        isDanger: true,
      })
      if (!isConfirmed) return
      const work = async () => {
        await blockPerson(queryClient, person)
        beforeRemoval?.()
      }
      await attempt(work, `${person.fullname} is blocked`, `Failed to block ${person.fullname}`)
    },
    unblock: () =>
      attempt(
        () => unblockPerson(queryClient, person),
        `${person.fullname} is unblocked`,
        `Failed to unblock ${person.fullname}`,
      ),
  }
}
