import { Captions, FastForward, Gauge, Pause, Play, Rewind, Volume2, VolumeX } from 'lucide-react'
import type { HintIcon } from '../hints.ts'
import { useCell } from '../hooks/use-cell.ts'
import { usePlayer } from '../player-context.ts'

const icons: Record<HintIcon, typeof Play> = {
  play: Play,
  pause: Pause,
  back: Rewind,
  forward: FastForward,
  volume: Volume2,
  muted: VolumeX,
  speed: Gauge,
  captions: Captions,
}

/** The answer to a key, for a moment. */
export function HintBubble() {
  const hint = useCell(usePlayer().hints.hint)
  const Icon = hint && icons[hint.icon]
  return (
    <>
      {hint && Icon && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-4 left-1/2 z-30 flex -translate-x-1/2 animate-fade-in items-center gap-2 rounded-full bg-bg/85 px-3.5 py-2 text-sm font-medium tabular-nums [&_svg]:size-5 [&_svg]:stroke-[1.75]"
        >
          <Icon />
          {hint.text}
        </div>
      )}
      <p role="status" className="sr-only">
        {hint?.isSaid ? hint.text : ''}
      </p>
    </>
  )
}
