import { VolumeX } from 'lucide-react'
import { usePlaybackState, usePlayer } from '../player-context.ts'

/** The browser let it start only without sound: one tap brings it. */
export function UnmuteButton() {
  const { actions } = usePlayer()
  const { isSilenced } = usePlaybackState()
  if (!isSilenced) return null
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
