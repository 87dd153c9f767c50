import { Share2 } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { actionClass } from '../../../ui/buttons/button-class.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.tsx'
import type { ShareTarget } from './share-target.ts'

const ShareDialog = lazyPart(() => import('./share-dialog.tsx').then((m) => m.ShareDialog))

type ShareButtonProps = {
  target: ShareTarget
  /** Runs before the dialog opens; false keeps it closed. */
  prepare?: (() => Promise<boolean>) | undefined
  className?: string
}

export function ShareButton({ target, prepare, className }: ShareButtonProps) {
  const { opener, dialog } = useShareDialog(target, prepare)
  return (
    <>
      <Button className={className ?? 'rounded-full'} {...opener}>
        <Share2 />
        Share
      </Button>
      {dialog}
    </>
  )
}

/** The same as a small action under a post. */
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

/** The dialog, and the props of its button. Its code is loaded when the pointer or the focus reaches the button. */
function useShareDialog(target: ShareTarget, prepare?: ShareButtonProps['prepare']) {
  const { open, dialog } = useLazyDialog(ShareDialog, (control) => (
    <ShareDialog target={target} {...control} />
  ))
  const prefetch = () => void ShareDialog.load()
  const press = async () => {
    if (!prepare || (await prepare())) open()
  }
  const opener = { onPointerEnter: prefetch, onFocus: prefetch, onClick: () => void press() }
  return { opener, dialog }
}
