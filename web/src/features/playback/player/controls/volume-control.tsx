import { Volume1, Volume2, VolumeX } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useMedia, usePlayer } from '../state/player-context.ts'
import { ControlButton } from './control-button.tsx'

/** Mute and volume. Phones have no volume slider: they have keys, and some do not let pages set the volume. */
export function VolumeControl() {
  const { actions } = usePlayer()
  const isMuted = useMedia((state) => state.mediaVolumeLevel === 'off')
  const volume = useMedia((state) => state.mediaVolume ?? 1)
  const canChange = useMedia((state) => state.mediaVolumeUnavailable === undefined)
  const audible = isMuted ? 0 : volume
  return (
    <div className="group/volume flex items-center">
      <ControlButton label="Mute" shortcut="m" aria-pressed={isMuted} onClick={actions.toggleMuted}>
        {isMuted ? <VolumeX /> : volume < 0.5 ? <Volume1 /> : <Volume2 />}
      </ControlButton>
      {canChange && (
        <input
          type="range"
          aria-label="Volume"
          aria-valuetext={`${Math.round(audible * 100)} %`}
          min={0}
          max={1}
          step={0.05}
          value={audible}
          onChange={(event) => actions.setVolume(event.currentTarget.valueAsNumber)}
          style={fill(audible)}
          className="player-range w-0 opacity-0 transition-[width,opacity] duration-200 group-focus-within/volume:w-18 group-focus-within/volume:opacity-100 group-hover/volume:w-18 group-hover/volume:opacity-100 pointer-coarse:hidden"
        />
      )}
    </div>
  )
}

/** React's types have no custom properties. */
const fill = (part: number) => ({ '--fill': `${part * 100}%` }) as CSSProperties
