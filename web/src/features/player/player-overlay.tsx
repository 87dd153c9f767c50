import { type RefObject, useEffect, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { TooltipHost } from '../../ui/tooltip/tooltip-host.tsx'
import { Controls } from './controls/controls.tsx'
import { readSettings, saveSettings } from './engine/settings.ts'
import { useKeyboard } from './input/use-keyboard.ts'
import { type TapSeek, useMouseFocus, usePointer } from './input/use-pointer.ts'
import { Buffering } from './overlays/buffering.tsx'
import { EndScreen } from './overlays/end-screen.tsx'
import { HintBubble, TapSeekRipple } from './overlays/hints.tsx'
import { CenterButton, UnmuteButton } from './overlays/picture-buttons.tsx'
import { useMedia, usePlayer } from './player-context.ts'
import type { NextVideo, PlayableVideo } from './player-types.ts'
import { useControlsVisibility } from './use-controls-visibility.ts'

type PlayerOverlayProps = {
  video: PlayableVideo
  root: RefObject<HTMLElement | null>
  hasStarted: boolean
  next: NextVideo | undefined
  isTheatre: boolean
  onTheatreChange: ((isTheatre: boolean) => void) | undefined
}

/** Everything over the picture of a playable video: controls, messages, and the surface that takes clicks and taps. */
export function PlayerOverlay(props: PlayerOverlayProps) {
  const { video, root, hasStarted, next, isTheatre, onTheatreChange } = props
  const player = usePlayer()
  const surface = useRef<HTMLDivElement>(null)
  const isFullscreen = useMedia((state) => state.mediaIsFullscreen ?? false)
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const [isAutoplayOn, changeAutoplay] = useAutoplay()
  const [tapSeek, setTapSeek] = useState<TapSeek>()
  const { isVisible, show, hide } = useControlsVisibility(root, isPanelOpen)
  const toggleTheatre = onTheatreChange && (() => onTheatreChange(!isTheatre))

  useMouseFocus(root)
  useLandscapeLock(video.width >= video.height)
  useKeyboard(player, root, { onKey: show, onTheatre: toggleTheatre, onNext: next?.onPlay })
  usePointer(player, surface, { onToggleControls: isVisible ? hide : show, onTapSeek: setTapSeek })

  return (
    <>
      <div
        ref={surface}
        aria-hidden="true"
        data-visible={isVisible || undefined}
        className={cn('absolute inset-0 z-10 touch-manipulation', !isVisible && 'cursor-none')}
      />
      {tapSeek && <TapSeekRipple key={tapSeek.id} {...tapSeek} />}
      <EndScreen next={next} isAutoplayOn={isAutoplayOn} />
      <CenterButton hasStarted={hasStarted} areControlsVisible={isVisible} />
      <Buffering />
      <HintBubble />
      <UnmuteButton />
      <Controls
        video={video}
        isVisible={isVisible}
        isPanelOpen={isPanelOpen}
        onPanelChange={setIsPanelOpen}
        theatre={toggleTheatre && { isOn: isTheatre, onToggle: toggleTheatre }}
        autoplay={next && { isOn: isAutoplayOn, onChange: changeAutoplay }}
        next={next}
      />
      {/* In full screen the page's own tooltips would be hidden behind the player. */}
      {isFullscreen && <TooltipHost />}
    </>
  )
}

/** Whether the next video starts by itself; remembered. */
function useAutoplay() {
  const [isOn, setIsOn] = useState(() => readSettings().isAutoplayOn)
  const change = (isAutoplayOn: boolean) => {
    setIsOn(isAutoplayOn)
    saveSettings({ isAutoplayOn })
  }
  return [isOn, change] as const
}

type Orientation = { lock?: (orientation: 'landscape') => Promise<void>; unlock?: () => void }

/** On a phone, a wide video in full screen turns the screen to landscape. */
function useLandscapeLock(isWide: boolean) {
  const isFullscreen = useMedia((state) => state.mediaIsFullscreen ?? false)
  useEffect(() => {
    // The screen's size and not the window's, which may have turned already when the effect runs.
    const isPhone = Math.min(screen.width, screen.height) < 768
    if (!isFullscreen || !isWide || !isPhone) return
    const orientation: Orientation = screen.orientation
    orientation.lock?.('landscape').catch(() => {
      // Desktop browsers have the method but refuse to lock.
    })
    return () => {
      try {
        orientation.unlock?.()
      } catch {
        // Refused, as above.
      }
    }
  }, [isFullscreen, isWide])
}
