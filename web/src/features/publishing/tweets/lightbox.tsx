import { type TweetPicture, tweetImageAt } from '@vireo/contract'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { BareIconButton } from '../../../ui/buttons/bare-icon-button.tsx'
import { useFocusReturn } from '../../../ui/overlays/use-focus-return.ts'

type LightboxProps = {
  pictures: TweetPicture[]
  /** The accessible name of the dialog. */
  title: string
  index: number
  onIndexChange: (index: number) => void
  open: boolean
  onClose: () => void
}

/** One picture at a time, as large as fits. Arrow keys and swipes change it; Escape and clicks beside it close. */
export function Lightbox({ pictures, title, index, onIndexChange, open, onClose }: LightboxProps) {
  const focusReturn = useFocusReturn()
  const picture = pictures[index]
  const turn = (by: number) => onIndexChange((index + by + pictures.length) % pictures.length)
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') turn(1)
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'Home') onIndexChange(0)
    if (key === 'End') onIndexChange(pictures.length - 1)
  }
  if (!picture) return null
  return (
    <Radix.Root open={open} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={handleKey}
          className="fixed inset-0 z-40 grid grid-rows-[auto_minmax(0,1fr)_auto] pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] text-white outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
          {...focusReturn}
        >
          <Header title={title} number={index + 1} count={pictures.length} />
          <Picture picture={picture} onTurn={pictures.length > 1 ? turn : undefined} onClose={onClose} />
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

function Header({ title, number, count }: { title: string; number: number; count: number }) {
  return (
    <header className="flex min-h-14 items-center justify-between px-2 pl-4">
      <Radix.Title className="sr-only">{title}</Radix.Title>
      <p aria-live="polite" className="font-medium tabular-nums">
        {count > 1 && (
          <>
            <span className="sr-only">Image </span>
            {number} <span className="sr-only">of</span>
            <span aria-hidden="true">/</span> {count}
          </>
        )}
      </p>
      <Radix.Close asChild>
        <BareIconButton label="Close" className={buttonClass}>
          <X />
        </BareIconButton>
      </Radix.Close>
    </header>
  )
}

type PictureProps = {
  picture: TweetPicture
  /** Undefined for a single picture. */
  onTurn: ((by: number) => void) | undefined
  onClose: () => void
}

function Picture({ picture, onTurn, onClose }: PictureProps) {
  const swipe = useSwipe({ onLeft: () => onTurn?.(1), onRight: () => onTurn?.(-1) })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape and Close do the same
    <div
      {...swipe}
      onClick={(event) => event.target === event.currentTarget && onClose()}
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
      {onTurn && (
        <>
          <BareIconButton
            label="Previous image"
            onClick={() => onTurn(-1)}
            className={`${buttonClass} absolute left-2`}
          >
            <ChevronLeft />
          </BareIconButton>
          <BareIconButton
            label="Next image"
            onClick={() => onTurn(1)}
            className={`${buttonClass} absolute right-2`}
          >
            <ChevronRight />
          </BareIconButton>
        </>
      )}
    </div>
  )
}

/** White on black in both themes. */
const buttonClass = 'bg-black/60 text-white hover:not-disabled:bg-white/20 active:not-disabled:bg-white/30'

const shortestSwipe = 48

type SwipeOptions = { onLeft: () => void; onRight: () => void }

/** Handlers for an element whose `touch-action` does not include panning sideways. */
function useSwipe({ onLeft, onRight }: SwipeOptions) {
  const start = useRef<{ id: number; x: number; y: number }>(undefined)
  return {
    onPointerDown: ({ pointerType, pointerId, clientX, clientY, isPrimary }: PointerEvent) => {
      start.current =
        pointerType === 'touch' && isPrimary ? { id: pointerId, x: clientX, y: clientY } : undefined
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = undefined
      if (from?.id !== pointerId) return
      const across = clientX - from.x
      if (Math.abs(across) < shortestSwipe || Math.abs(across) < Math.abs(clientY - from.y)) return
      if (across < 0) onLeft()
      else onRight()
    },
    onPointerCancel: () => {
      start.current = undefined
    },
  }
}
