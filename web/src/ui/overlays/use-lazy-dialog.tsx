import { type ReactNode, Suspense, useState } from 'react'

type DialogControl = { open: boolean; onOpenChange: (isOpen: boolean) => void }

/** A dialog whose code is loaded when it first opens. It stays mounted from then on, so that it can fade out. */
export function useLazyDialog(render: (control: DialogControl) => ReactNode) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const control = {
    open: state === 'open',
    onOpenChange: (isOpen: boolean) => setState(isOpen ? 'open' : 'closed'),
  }
  return {
    open: () => setState('open'),
    dialog: state !== 'never' && <Suspense>{render(control)}</Suspense>,
  }
}
