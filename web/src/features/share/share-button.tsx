import { Share2 } from 'lucide-react'
import { lazy } from 'react'
import { actionClass } from '../../ui/action-class.ts'
import { Button } from '../../ui/button.tsx'
import { useLazyDialog } from '../../ui/use-lazy-dialog.tsx'
import type { ShareTarget } from './share-target.ts'

const loadDialog = () => import('./share-dialog.tsx').then((m) => ({ default: m.ShareDialog }))
const ShareDialog = lazy(loadDialog)

type ShareButtonProps = {
  target: ShareTarget
  /** What has to happen first; answers whether it did. */
  prepare?: (() => Promise<boolean>) | undefined
  className?: string
}

export function ShareButton({ target, prepare, className }: ShareButtonProps) {
  const { opener, dialog } = useShareDialog(target, prepare)
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
function useShareDialog(target: ShareTarget, prepare?: ShareButtonProps['prepare']) {
  const { open, dialog } = useLazyDialog((control) => <ShareDialog target={target} {...control} />)
  const prefetch = () => void loadDialog().catch(() => {})
  const press = async () => {
    if (!prepare || (await prepare())) open()
  }
  const opener = { onPointerEnter: prefetch, onFocus: prefetch, onClick: () => void press() }
  return { opener, dialog }
}
