import { Pause, Play } from 'lucide-react'
import { cn } from '../../../../lib/cn.ts'
import { useMedia, usePlaybackState, usePlayer } from '../state/player-context.ts'

type CenterButtonProps = {
  hasStarted: boolean
  areControlsVisible: boolean
}

/** The large button in the middle: for everyone before the first play, later for touch. The bar has the same button. */
export function CenterButton({ hasStarted, areControlsVisible }: CenterButtonProps) {
  const { actions } = usePlayer()
  const isPaused = useMedia((state) => state.mediaPaused ?? true)
  const isLoading = useMedia((state) => state.mediaLoading ?? false)
  const isEnded = useMedia((state) => state.mediaEnded ?? false)
  const { trouble, isStarting } = usePlaybackState()
  const isFirst = !hasStarted && isPaused
  // Something else is shown in the middle then.
  if (isEnded || isStarting || (trouble !== 'none' && isLoading)) return null
  if (!isFirst && (!areControlsVisible || (isLoading && !isPaused))) return null
  return (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      onClick={actions.togglePlay}
      className={cn(
        'absolute top-[calc(50%-2rem)] left-1/2 z-20 size-16 @md:top-1/2 group-[:fullscreen]/player:top-1/2 -translate-1/2 animate-fade-in place-items-center rounded-full transition-colors [&_svg]:size-7 [&_svg]:fill-current',
        isFirst
          ? 'grid bg-accent text-on-accent hover:bg-[color-mix(in_srgb,var(--accent)_88%,var(--text))]'
          : 'hidden bg-bg/70 text-text pointer-coarse:grid',
      )}
    >
      {isPaused ? <Play className="translate-x-0.5" /> : <Pause />}
    </button>
  )
}
