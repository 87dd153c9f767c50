import { type TweetPicture, tweetImageAt } from '@vireo/contract'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { KeyboardEvent } from 'react'
import { BareIconButton } from '../../ui/bare-icon-button.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useSwipe } from './use-swipe.ts'

type LightboxProps = {
  pictures: TweetPicture[]
  /** Names the dialog. */
  title: string
  index: number
  onIndex: (index: number) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** One picture at a time, as large as it fits: arrow keys and swipes turn, Escape and a click beside it close. */
export function Lightbox({ pictures, title, index, onIndex, open, onOpenChange }: LightboxProps) {
  const focusReturn = useFocusReturn()
  const picture = pictures[index]
  const turn = (by: number) => onIndex((index + by + pictures.length) % pictures.length)
  const close = () => onOpenChange(false)
  const swipe = useSwipe({ onLeft: () => turn(1), onRight: () => turn(-1) })
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') turn(1)
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'Home') onIndex(0)
    if (key === 'End') onIndex(pictures.length - 1)
  }
  if (!picture) return null
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={handleKey}
          className="fixed inset-0 z-40 grid grid-rows-[auto_minmax(0,1fr)_auto] text-white outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
          {...focusReturn}
        >
          <header className="flex min-h-14 items-center justify-between px-2 pl-4">
            <Radix.Title className="sr-only">{title}</Radix.Title>
            <p aria-live="polite" className="font-medium tabular-nums">
              {pictures.length > 1 && (
                <>
                  <span className="sr-only">Image </span>
                  {index + 1} <span className="sr-only">of</span>
                  <span aria-hidden="true">/</span> {pictures.length}
                </>
              )}
            </p>
            <Radix.Close asChild>
              <BareIconButton label="Close" className={buttonClass}>
                <X />
              </BareIconButton>
            </Radix.Close>
          </header>
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape and Close do the same */}
          <div
            {...swipe}
            onClick={(event) => event.target === event.currentTarget && close()}
            className="relative grid touch-pinch-zoom touch-pan-y place-items-center px-2 md:px-16"
          >
            <img
              key={picture.url}
              src={tweetImageAt(picture.url, 1920)}
              alt={picture.alt}
              width={picture.width}
              height={picture.height}
              draggable={false}
              style={{ backgroundImage: `url("${picture.placeholder}")` }}
              className="h-auto max-h-full w-auto max-w-full bg-cover object-contain select-none"
            />
            {pictures.length > 1 && (
              <>
                <BareIconButton
                  label="Previous image"
                  onClick={() => turn(-1)}
                  className={`${buttonClass} absolute! left-2`}
                >
                  <ChevronLeft />
                </BareIconButton>
                <BareIconButton
                  label="Next image"
                  onClick={() => turn(1)}
                  className={`${buttonClass} absolute! right-2`}
                >
                  <ChevronRight />
                </BareIconButton>
              </>
            )}
          </div>
          <p
            dir="auto"
            className="mx-auto max-h-40 min-h-14 max-w-3xl overflow-y-auto p-4 text-center [overflow-wrap:anywhere]"
          >
            {picture.alt}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** White on the dark of either theme. */
const buttonClass = 'bg-black/60 text-white! hover:not-disabled:bg-white/20 active:not-disabled:bg-white/30'
