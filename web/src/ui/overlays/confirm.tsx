import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { lazyPart } from '../lazy/lazy-part.tsx'
import type { ConfirmOptions } from './confirm-dialog.tsx'

// Loaded with the first question, as most visits have none.
const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog))

type Confirm = (options: ConfirmOptions) => Promise<boolean>
type Request = ConfirmOptions & { resolve: (isConfirmed: boolean) => void }

const ConfirmContext = createContext<Confirm | null>(null)

/** `if (await confirm({ title: 'Are you sure…' })) …` */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it')
  return confirm
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<Request | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const confirm = useCallback<Confirm>(async (options) => {
    // Without a connection, or after a deploy replaced the file, the browser asks: a dialog with changes must be
    // closable.
    if (!(await ConfirmDialog.load())) return window.confirm(options.title)
    return new Promise((resolve) => {
      setRequest({ ...options, resolve })
      setIsOpen(true)
    })
  }, [])

  // The request outlives `isOpen` so that its text stays while the dialog fades out.
  const answer = (isConfirmed: boolean) => {
    request?.resolve(isConfirmed)
    setIsOpen(false)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      {request && <ConfirmDialog {...request} isOpen={isOpen} onAnswer={answer} />}
    </ConfirmContext>
  )
}
