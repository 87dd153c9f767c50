import { Check, Link2, Share2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NetworkIcon } from './network-icons.tsx'
import { PreviewCard } from './preview-card.tsx'
import { type Network, networkLinks, type ShareTarget, shareLink } from './share-target.ts'
import { useCopyLink } from './use-copy-link.ts'

type ShareDialogProps = { target: ShareTarget; open: boolean; onOpenChange: (open: boolean) => void }

export function ShareDialog({ target, open, onOpenChange }: ShareDialogProps) {
  return (
    <Dialog title="Share" open={open} onOpenChange={onOpenChange}>
      <ShareChoices target={target} />
    </Dialog>
  )
}

function ShareChoices({ target }: { target: ShareTarget }) {
  const link = shareLink(target)
  const { isCopied, copy } = useCopyLink(link)
  return (
    <div className="grid gap-5">
      <PreviewCard target={target} link={link} />
      <ul className="grid grid-cols-4 sm:gap-2">
        {(Object.keys(networkLinks) as Network[]).map((network) => (
          <li key={network} className="grid">
            <a
              href={networkLinks[network](link, target.title)}
              target="_blank"
              rel="noopener noreferrer"
              className="group grid justify-items-center gap-2 rounded-card py-2 text-xs font-medium"
            >
              <span className="grid size-12 place-items-center rounded-full bg-surface-2 transition-colors group-hover:bg-border">
                <NetworkIcon network={network} />
              </span>
              {network}
            </a>
          </li>
        ))}
      </ul>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button size="lg" onClick={() => void copy()}>
          {isCopied ? <Check /> : <Link2 />}
          <span aria-live="polite">{isCopied ? 'Copied!' : 'Copy Link'}</span>
        </Button>
        <Button size="lg" variant="primary" onClick={() => void shareNatively(target, link, copy)}>
          <Share2 />
          Share
        </Button>
      </div>
    </div>
  )
}

/** The system's own sheet where there is one, otherwise the link is copied. */
async function shareNatively({ title }: ShareTarget, url: string, copy: () => Promise<void>) {
  if (!navigator.canShare?.({ title, url })) return copy()
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Closing the sheet is an answer, not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
  }
}
