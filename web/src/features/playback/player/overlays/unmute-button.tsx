import { VolumeX } from 'lucide-react'
import { usePlayer } from '../state/player-context.ts'

/** Shown when the browser allowed autoplay only without sound. */
export function UnmuteButton() {
  const { actions } = usePlayer()
  return (
    <button
      type="button"
      onClick={() => actions.setMuted(false)}
      className="absolute top-3 left-3 z-30 flex h-11 animate-fade-in items-center gap-2 rounded-control bg-text px-4 text-sm font-medium text-bg transition-colors hover:bg-white focus-visible:outline-offset-2 [&_svg]:size-5 [&_svg]:stroke-[1.75]"
    >
      <VolumeX />
      Unmute
    </button>
  )
}
