import { type ReactNode, useState } from 'react'
import { hasCode } from '../../../lib/api-client.ts'
import { lazyPart, whenLoaded } from '../../../ui/lazy/lazy-part.tsx'

const ConfirmOwner = lazyPart(() => import('./confirm-owner.tsx').then((m) => m.ConfirmOwner))

type Request = { resolve: (isConfirmed: boolean) => void }

interface Confirmed {
  /**
   * Runs a call that changes the ways to sign in. If the last sign-in is too old, asks the person to confirm their
   * identity and runs the call again. Returns false if they cancel.
   */
  run: (action: () => Promise<unknown>) => Promise<boolean>
  /** Only asks. Returns false if the person cancels. */
  ask: () => Promise<boolean>
  /** To be rendered by the component. */
  dialog: ReactNode
}

export function useConfirmed(): Confirmed {
  const [request, setRequest] = useState<Request>()
  const [isOpen, setIsOpen] = useState(false)

  const ask = () =>
    new Promise<boolean>((resolve) => {
      const open = () => {
        setRequest({ resolve })
        setIsOpen(true)
      }
      whenLoaded(ConfirmOwner, open, () => resolve(false))
    })
  const answer = (isConfirmed: boolean) => {
    request?.resolve(isConfirmed)
    setIsOpen(false)
  }
  const run = async (action: () => Promise<unknown>) => {
    try {
      await action()
    } catch (error) {
      if (!hasCode(error, 'auth.confirm-needed')) throw error
      if (!(await ask())) return false
      await action()
    }
    return true
  }
  const dialog = request && <ConfirmOwner isOpen={isOpen} onAnswer={answer} />
  return { run, ask, dialog }
}
