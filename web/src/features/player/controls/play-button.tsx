import { Pause, Play, RotateCcw } from 'lucide-react'
import { useMedia, usePlayer } from '../player-context.ts'
import { ControlButton } from './control-button.tsx'

export function PlayButton() {
  const { actions } = usePlayer()
  const isPaused = useMedia((state) => state.mediaPaused ?? true)
  const isEnded = useMedia((state) => state.mediaEnded ?? false)
  const label = isEnded ? 'Replay' : isPaused ? 'Play' : 'Pause'
  return (
    <ControlButton label={label} shortcut="k" onClick={actions.togglePlay} className="[&_svg]:fill-current">
      {isEnded ? <RotateCcw className="fill-none!" /> : isPaused ? <Play /> : <Pause />}
    </ControlButton>
  )
}
