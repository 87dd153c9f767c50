import { Captions, Maximize, Minimize, PictureInPicture2, RectangleHorizontal } from 'lucide-react'
import { useMedia, usePlayer } from '../state/player-context.ts'
import { ControlButton } from './control-button.tsx'

/** Only if there are captions. In narrow players they are only in the settings. */
export function CaptionsButton() {
  const { actions } = usePlayer()
  const hasTrack = useMedia((state) => (state.mediaSubtitlesList?.length ?? 0) > 0)
  const isOn = useMedia((state) => (state.mediaSubtitlesShowing?.length ?? 0) > 0)
  if (!hasTrack) return null
  return (
    <ControlButton
      label="Captions"
      shortcut="c"
      aria-pressed={isOn}
      onClick={() => actions.toggleCaptions()}
      className="relative hidden after:absolute after:bottom-1.5 after:h-0.5 after:w-5 after:rounded-full aria-pressed:after:bg-accent @min-[22.5rem]:grid"
    >
      <Captions />
    </ControlButton>
  )
}

export function PipButton() {
  const { actions } = usePlayer()
  const isOn = useMedia((state) => state.mediaIsPip ?? false)
  const canPip = useMedia((state) => state.mediaPipUnavailable === undefined)
  if (!canPip) return null
  return (
    <ControlButton
      label="Picture in picture"
      shortcut="i"
      aria-pressed={isOn}
      onClick={actions.togglePip}
      className="hidden aria-pressed:text-accent @md:grid"
    >
      <PictureInPicture2 />
    </ControlButton>
  )
}

export function TheatreButton({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  const isFullscreen = useMedia((state) => state.mediaIsFullscreen ?? false)
  if (isFullscreen) return null
  return (
    <ControlButton
      label="Theatre mode"
      shortcut="t"
      aria-pressed={isOn}
      onClick={onToggle}
      className="hidden aria-pressed:text-accent @md:grid"
    >
      <RectangleHorizontal />
    </ControlButton>
  )
}

export function FullscreenButton() {
  const { actions } = usePlayer()
  const isOn = useMedia((state) => state.mediaIsFullscreen ?? false)
  const canFullscreen = useMedia((state) => state.mediaFullscreenUnavailable === undefined)
  if (!canFullscreen) return null
  return (
    <ControlButton label="Full screen" shortcut="f" aria-pressed={isOn} onClick={actions.toggleFullscreen}>
      {isOn ? <Minimize /> : <Maximize />}
    </ControlButton>
  )
}
