import { type ReactNode, useState } from 'react'
import { type Loadable, whenLoaded } from '../lazy/lazy-part.tsx'

type DialogControl = { open: boolean; onOpenChange: (isOpen: boolean) => void }

/** A dialog whose code is loaded when it first opens. It then stays mounted, so that it can fade out. */
export function useLazyDialog(part: Loadable, render: (control: DialogControl) => ReactNode) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const control = {
    open: state === 'open',
    onOpenChange: (isOpen: boolean) => setState(isOpen ? 'open' : 'closed'),
  }
  return {
    open: () => whenLoaded(part, () => setState('open')),
    dialog: state !== 'never' && render(control),
  }
}
