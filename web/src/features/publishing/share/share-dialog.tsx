import { clockSeconds } from '@vireo/contract'
import { ArrowLeft, Check, CodeXml, Image, Link2, Share2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDuration } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Input } from '../../../ui/forms/fields/input.tsx'
import { lazyPart, whenLoaded } from '../../../ui/lazy/lazy-part.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { NetworkIcon } from './network-icons.tsx'
import { canEmbed, type Network, networkLinks, type ShareTarget, shareLink } from './share-target.ts'
import { useCopy } from './use-copy.ts'

const EmbedPanel = lazyPart(() => import('./embed-panel.tsx').then((m) => m.EmbedPanel))

type ShareDialogProps = { target: ShareTarget; open: boolean; onOpenChange: (open: boolean) => void }

export function ShareDialog({ target, open, onOpenChange }: ShareDialogProps) {
  const [isEmbedding, setIsEmbedding] = useState(false)
  return (
    <Dialog title={isEmbedding ? 'Embed' : 'Share'} open={open} onOpenChange={onOpenChange}>
      <ShareChoices target={target} isEmbedding={isEmbedding} onEmbeddingChange={setIsEmbedding} />
    </Dialog>
  )
}

type ShareChoicesProps = {
  target: ShareTarget
  isEmbedding: boolean
  onEmbeddingChange: (isEmbedding: boolean) => void
}

function ShareChoices({ target, isEmbedding, onEmbeddingChange }: ShareChoicesProps) {
  const [startAt, setStartAt] = useState<number>()
  const embedButton = useRef<HTMLButtonElement>(null)
  const backButton = useRef<HTMLButtonElement>(null)
  const link = shareLink(target, startAt)
  // After fading out, so that the dialog next opens with the link.
  useEffect(() => () => onEmbeddingChange(false), [onEmbeddingChange])
  const change = (isNext: boolean) => {
    // The pressed button disappears.
    flushSync(() => onEmbeddingChange(isNext))
    const { current } = isNext ? backButton : embedButton
    current?.focus()
  }
  const openEmbed = () => whenLoaded(EmbedPanel, () => change(true))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isEmbedding ? (
        <Button ref={backButton} className="justify-self-start" onClick={() => change(false)}>
          <ArrowLeft />
          Back
        </Button>
      ) : (
        <PreviewCard target={target} link={link} />
      )}
      {/* One element for both steps, so that the time is kept. */}
      {target.clock && <StartAt {...target.clock} onChange={setStartAt} />}
      {isEmbedding && target.video ? (
        <EmbedPanel target={target} video={target.video} startAt={startAt} />
      ) : (
        <LinkChoices target={target} link={link}>
          {canEmbed(target) && (
            <Button ref={embedButton} size="lg" className="sm:col-span-2" onClick={openEmbed}>
              <CodeXml />
              Embed
            </Button>
          )}
        </LinkChoices>
      )}
    </div>
  )
}

type LinkChoicesProps = { target: ShareTarget; link: string; children: ReactNode }

/** `children` are further buttons. */
function LinkChoices({ target, link, children }: LinkChoicesProps) {
  const failure = 'The link could not be copied. Select it and copy it by hand.'
  const { isCopied, copy } = useCopy(link, failure)
  return (
    <>
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
        {children}
      </div>
    </>
  )
}

type StartAtProps = NonNullable<ShareTarget['clock']> & { onChange: (startAt: number | undefined) => void }

/** Lets the link start the video at a time: by default the current one, or the beginning if the video has ended. */
function StartAt({ duration, getTime, onChange }: StartAtProps) {
  const [isOn, setIsOn] = useState(false)
  const [text, setText] = useState(() => formatDuration(getTime() % duration))
  const errorId = useId()
  const parseSeconds = (clock: string) => {
    const seconds = clockSeconds(clock.trim())
    return seconds !== undefined && seconds < duration ? seconds : undefined
  }
  const isWrong = isOn && parseSeconds(text) === undefined
  const change = (isChecked: boolean, clock: string) => {
    setIsOn(isChecked)
    setText(clock)
    onChange(isChecked ? parseSeconds(clock) : undefined)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => change(target.checked, text)}
          className="size-4.5 accent-accent"
        />
        Start at
      </label>
      <Input
        aria-label="Start time"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? errorId : undefined}
        value={text}
        onChange={({ target }) => change(true, target.value)}
        className="max-w-24 tabular-nums"
      />
      {isWrong && (
        <p id={errorId} role="alert" className="basis-full pt-1.5 text-danger">
          Enter a time within the video, such as 0:05.
        </p>
      )}
    </div>
  )
}

/** Opens the system's share sheet, or copies the link where there is none. */
async function shareNatively({ title }: ShareTarget, url: string, copy: () => Promise<void>) {
  if (!navigator.canShare?.({ title, url })) return copy()
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Closing the sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
  }
}

/** A preview of the link as its receiver will see it. */
function PreviewCard({ target, link }: { target: ShareTarget; link: string }) {
  return (
    <div className="flex items-center gap-3 overflow-hidden rounded-card border border-border bg-surface-2 p-2">
      <div className="grid aspect-video w-32 shrink-0 place-items-center overflow-hidden rounded-control bg-bg text-muted max-[359px]:w-24">
        {target.image ? (
          <img src={target.image} alt="" width={128} height={72} className="size-full object-cover" />
        ) : (
          <Image className="size-6 stroke-[1.5]" />
        )}
      </div>
      <div className="min-w-0 text-xs">
        <p dir="auto" className="line-clamp-2 text-sm font-semibold [overflow-wrap:anywhere]">
          {target.title}
        </p>
        <p dir="auto" className="truncate text-muted">
          {target.author}
        </p>
        {/* One click selects the whole link, for copying by hand. */}
        <p className="truncate text-muted select-all">{link}</p>
      </div>
    </div>
  )
}
