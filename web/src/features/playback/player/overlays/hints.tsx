import {
  Captions,
  ChevronsLeft,
  ChevronsRight,
  FastForward,
  Gauge,
  Pause,
  Play,
  Repeat,
  Rewind,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { cn } from '../../../../lib/cn.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import type { TapSeek } from '../input/use-pointer.ts'
import type { HintIcon } from '../state/hints.ts'
import { usePlayer } from '../state/player-context.ts'

const icons: Record<HintIcon, typeof Play> = {
  play: Play,
  pause: Pause,
  back: Rewind,
  forward: FastForward,
  volume: Volume2,
  muted: VolumeX,
  speed: Gauge,
  captions: Captions,
  loop: Repeat,
}

/** Briefly shows the effect of a key or a double tap. */
export function Hints({ tapSeek }: { tapSeek: TapSeek | undefined }) {
  return (
    <>
      {tapSeek && <TapSeekRipple key={tapSeek.id} {...tapSeek} />}
      <HintBubble />
    </>
  )
}

function HintBubble() {
  const hint = useStore(usePlayer().hints.hint)
  const Icon = hint && icons[hint.icon]
  return (
    <>
      {hint && Icon && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-4 left-1/2 z-30 flex max-w-[calc(100%-2rem)] -translate-x-1/2 animate-fade-in items-center gap-2 rounded-full bg-bg/85 px-3.5 py-2 text-sm font-medium tabular-nums [&_svg]:size-5 [&_svg]:stroke-[1.75]"
        >
          <Icon className="shrink-0" />
          <span dir="auto" className="truncate">
            {hint.text}
          </span>
        </div>
      )}
      <p role="status" className="sr-only">
        {hint?.isAnnounced ? hint.text : ''}
      </p>
    </>
  )
}

/** Confirms a double tap, on its side of the picture, and fades by itself. */
function TapSeekRipple({ side, seconds }: TapSeek) {
  const Chevrons = side === 'left' ? ChevronsLeft : ChevronsRight
  return (
    <div
      aria-hidden="true"
      className={cn(
        'player-ripple pointer-events-none absolute inset-y-0 z-20 grid w-2/5 place-content-center justify-items-center gap-1 bg-text/15 text-sm font-medium text-white',
        side === 'left' ? 'left-0 rounded-r-full' : 'right-0 rounded-l-full',
      )}
    >
      <Chevrons />
      {seconds} s
    </div>
  )
}
