import { type RefObject, useEffect, useRef, useState } from 'react'
import { cn } from '../../../../lib/cn.ts'
import { lazyPart, whenLoaded } from '../../../../ui/lazy/lazy-part.tsx'
import { PlayerControls } from '../controls/player-controls.tsx'
import { useControlsVisibility } from '../controls/use-controls-visibility.ts'
import { readSettings, saveSettings } from '../engine/settings/settings.ts'
import { useContextMenu } from '../input/use-context-menu.ts'
import { useKeyboard } from '../input/use-keyboard.ts'
import { type TapSeek, useMouseFocus, usePointer } from '../input/use-pointer.ts'
import { useMedia, usePlaybackState, usePlayer } from '../state/player-context.ts'
import type { NextVideo, PlayableVideo } from '../state/player-types.ts'
import { Buffering } from './buffering.tsx'
import { CenterButton } from './center-button.tsx'
import type { MenuPlace } from './context-menu.tsx'

// Loaded on demand: opened by few people, or not needed for the first frame.
const ContextMenu = lazyPart(() => import('./context-menu.tsx').then((m) => m.ContextMenu))
const Hints = lazyPart(() => import('./hints.tsx').then((m) => m.Hints))
const UnmuteButton = lazyPart(() => import('./unmute-button.tsx').then((m) => m.UnmuteButton))
const LandscapeLock = lazyPart(() => import('../input/landscape-lock.ts').then((m) => m.LandscapeLock))
const TooltipHost = lazyPart(() =>
  import('../../../../ui/tooltip/tooltip-host.tsx').then((m) => m.TooltipHost),
)
const EndScreen = lazyPart(() => import('./end-screen.tsx').then((m) => m.EndScreen))

type PlayerOverlayProps = {
  video: PlayableVideo
  root: RefObject<HTMLElement | null>
  hasStarted: boolean
  next: NextVideo | undefined
  previous: NextVideo | undefined
  isTheatre: boolean
  onTheatreChange: ((isTheatre: boolean) => void) | undefined
}

/** Everything over the picture of a playable video: controls, messages, and the surface for clicks and taps. */
export function PlayerOverlay(props: PlayerOverlayProps) {
  const { video, root, hasStarted, next, previous, isTheatre, onTheatreChange } = props
  const player = usePlayer()
  const surface = useRef<HTMLDivElement>(null)
  const { isSilenced } = usePlaybackState()
  const isFullscreen = useMedia((state) => state.mediaIsFullscreen ?? false)
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const [isAutoplayOn, changeAutoplay] = useAutoplay()
  const [tapSeek, setTapSeek] = useState<TapSeek>()
  const [menuPlace, setMenuPlace] = useState<MenuPlace>()
  const { isVisible, show, hide } = useControlsVisibility(root, isPanelOpen || menuPlace !== undefined)
  const isEnded = useMedia((state) => state.mediaEnded ?? false)
  const toggleTheatre = onTheatreChange && (() => onTheatreChange(!isTheatre))

  useEffect(() => {
    if (hasStarted) void EndScreen.load()
  }, [hasStarted])
  useMouseFocus(root)
  useContextMenu(root, (place) => whenLoaded(ContextMenu, () => setMenuPlace(place)))
  useKeyboard(player, root, {
    video,
    onKey: show,
    onTheatre: toggleTheatre,
    onNext: next?.onPlay,
    onPrevious: previous?.onPlay,
  })
  usePointer(player, surface, { onToggleControls: isVisible ? hide : show, onTapSeek: setTapSeek })

  return (
    <>
      <div
        ref={surface}
        aria-hidden="true"
        data-visible={isVisible || undefined}
        className={cn('absolute inset-0 z-10 touch-manipulation', !isVisible && 'cursor-none')}
      />
      {isEnded && <EndScreen next={next} isAutoplayOn={isAutoplayOn} />}
      <CenterButton hasStarted={hasStarted} areControlsVisible={isVisible} />
      <Buffering />
      <Hints tapSeek={tapSeek} />
      {isSilenced && <UnmuteButton />}
      <PlayerControls
        video={video}
        isVisible={isVisible}
        isPanelOpen={isPanelOpen}
        onPanelChange={setIsPanelOpen}
        theatre={toggleTheatre && { isOn: isTheatre, onToggle: toggleTheatre }}
        autoplay={next && { isOn: isAutoplayOn, onChange: changeAutoplay }}
        next={next}
      />
      {menuPlace && (
        <ContextMenu videoId={video._id} place={menuPlace} onClose={() => setMenuPlace(undefined)} />
      )}
      {/* In full screen the page's own tooltips would be hidden behind the player. */}
      {isFullscreen && <TooltipHost />}
      {isFullscreen && video.width >= video.height && <LandscapeLock />}
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
