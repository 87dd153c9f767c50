import { lazy, type ReactNode, Suspense, useState } from 'react'
import { hasCode } from '../../lib/api-client.ts'

const ConfirmOwner = lazy(() => import('./confirm-owner.tsx').then((m) => ({ default: m.ConfirmOwner })))

type Request = { resolve: (isConfirmed: boolean) => void }

interface Confirmed {
  /**
   * Runs a call that changes the ways into the account. If the sign-in is too long ago, it asks who is there and runs
   * the call again. Answers false when the person does not want to say.
   */
  run: (action: () => Promise<unknown>) => Promise<boolean>
  /** Belongs into the component's output. */
  dialog: ReactNode
}

export function useConfirmed(): Confirmed {
  const [request, setRequest] = useState<Request>()
  const [isOpen, setIsOpen] = useState(false)

  const ask = () =>
    new Promise<boolean>((resolve) => {
      setRequest({ resolve })
      setIsOpen(true)
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
  const dialog = request && (
    <Suspense>
      <ConfirmOwner isOpen={isOpen} onAnswer={answer} />
    </Suspense>
  )
  return { run, dialog }
}
