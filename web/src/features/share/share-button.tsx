import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { actionClass } from '../../ui/action-class.ts'
import { Button } from '../../ui/button.tsx'
import type { ShareTarget } from './share-target.ts'

const loadDialog = () => import('./share-dialog.tsx').then((m) => ({ default: m.ShareDialog }))
const ShareDialog = lazy(loadDialog)

type ShareButtonProps = { target: ShareTarget; className?: string }

export function ShareButton({ target, className }: ShareButtonProps) {
  const { opener, dialog } = useShareDialog(target)
  return (
    <>
      <Button className={className ?? 'rounded-full!'} {...opener}>
        <Share2 />
        Share
      </Button>
      {dialog}
    </>
  )
}

/** The same as one of the small actions under something. */
export function ShareAction({ target }: { target: ShareTarget }) {
  const { opener, dialog } = useShareDialog(target)
  return (
    <>
      <button type="button" aria-label="Share" data-tooltip="Share" className={actionClass} {...opener}>
        <Share2 />
      </button>
      {dialog}
    </>
  )
}

/** What opens the dialog, and the dialog, whose code comes when the pointer or the focus is on the way. */
function useShareDialog(target: ShareTarget) {
  // Not there until first asked for, then kept so that it can fade out.
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const prefetch = () => void loadDialog().catch(() => {})
  const opener = { onPointerEnter: prefetch, onFocus: prefetch, onClick: () => setState('open') }
  const dialog = state !== 'never' && (
    <Suspense>
      <ShareDialog
        target={target}
        open={state === 'open'}
        onOpenChange={(isOpen) => setState(isOpen ? 'open' : 'closed')}
      />
    </Suspense>
  )
  return { opener, dialog }
}
