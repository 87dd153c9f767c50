import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { ShareTarget } from './share-target.ts'

const loadDialog = () => import('./share-dialog.tsx').then((m) => ({ default: m.ShareDialog }))
const ShareDialog = lazy(loadDialog)

type ShareButtonProps = { target: ShareTarget; className?: string }

/** Opens the share dialog, whose code comes when the pointer or the focus is on the way. */
export function ShareButton({ target, className }: ShareButtonProps) {
  // Not there until first asked for, then kept so that it can fade out.
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const prefetch = () => void loadDialog().catch(() => {})
  return (
    <>
      <Button
        className={className ?? 'rounded-full!'}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setState('open')}
      >
        <Share2 />
        Share
      </Button>
      {state !== 'never' && (
        <Suspense>
          <ShareDialog
            target={target}
            open={state === 'open'}
            onOpenChange={(isOpen) => setState(isOpen ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  )
}
