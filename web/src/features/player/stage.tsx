import { type RefObject, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { TooltipHost } from '../../ui/tooltip-host.tsx'
import { Controls } from './controls/controls.tsx'
import { useControlsVisibility } from './hooks/use-controls-visibility.ts'
import { useKeyboard } from './hooks/use-keyboard.ts'
import { useLandscapeLock } from './hooks/use-landscape-lock.ts'
import { useMouseFocus } from './hooks/use-mouse-focus.ts'
import { type Leap, useTaps } from './hooks/use-taps.ts'
import { Buffering } from './overlays/buffering.tsx'
import { CenterButton } from './overlays/center-button.tsx'
import { EndScreen } from './overlays/end-screen.tsx'
import { HintBubble } from './overlays/hint-bubble.tsx'
import { LeapRipple } from './overlays/leap-ripple.tsx'
import { UnmuteButton } from './overlays/unmute-button.tsx'
import { useMedia, usePlayer } from './player-context.ts'
import type { NextVideo, PlayableVideo } from './player-types.ts'
import { readSettings, saveSettings } from './settings.ts'

type StageProps = {
  video: PlayableVideo
  root: RefObject<HTMLElement | null>
  hasStarted: boolean
  next: NextVideo | undefined
  isTheatre: boolean
  onTheatreChange: ((isTheatre: boolean) => void) | undefined
}

/** Everything over the picture of a video that can be played. */
export function Stage({ video, root, hasStarted, next, isTheatre, onTheatreChange }: StageProps) {
  const player = usePlayer()
  const surface = useRef<HTMLDivElement>(null)
  const isFullscreen = useMedia((state) => state.mediaIsFullscreen ?? false)
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const [isAutoplayOn, setIsAutoplayOn] = useState(() => readSettings().isAutoplayOn)
  const [leap, setLeap] = useState<Leap>()
  const { isVisible, wake, sleep } = useControlsVisibility(root, isPanelOpen)

  const changeAutoplay = (isOn: boolean) => {
    setIsAutoplayOn(isOn)
    saveSettings({ isAutoplayOn: isOn })
  }
  const toggleTheatre = onTheatreChange && (() => onTheatreChange(!isTheatre))

  useMouseFocus(root)
  useLandscapeLock(video.width >= video.height)
  useKeyboard(player, root, { wake, onTheatre: toggleTheatre, onNext: next?.onPlay })
  useTaps(player, surface, { onToggleControls: isVisible ? sleep : wake, onLeap: setLeap })

  return (
    <>
      <div
        ref={surface}
        aria-hidden="true"
        data-visible={isVisible || undefined}
        className={cn('absolute inset-0 z-10 touch-manipulation', !isVisible && 'cursor-none')}
      />
      {leap && <LeapRipple key={leap.id} {...leap} />}
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
      {/* The page's own lies under what fills the screen. */}
      {isFullscreen && <TooltipHost />}
    </>
  )
}
