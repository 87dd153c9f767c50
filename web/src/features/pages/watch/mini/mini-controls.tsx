import { Maximize2, Move, Pause, Play, RotateCcw, SkipForward, Volume2, VolumeX, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cn } from '../../../../lib/cn.ts'
import { useCountdown } from '../../../../lib/hooks/use-countdown.ts'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { ControlButton } from '../../../playback/player/controls/control-button.tsx'
import { SeekBar } from '../../../playback/player/controls/seek/seek-bar.tsx'
import { useControlsVisibility } from '../../../playback/player/controls/use-controls-visibility.ts'
import { readSettings } from '../../../playback/player/engine/settings/settings.ts'
import { useKeyboard } from '../../../playback/player/input/use-keyboard.ts'
import { useMouseFocus } from '../../../playback/player/input/use-pointer.ts'
import { Buffering } from '../../../playback/player/overlays/buffering.tsx'
import { Hints } from '../../../playback/player/overlays/hints.tsx'
import { useMedia, usePlaybackState, usePlayer } from '../../../playback/player/state/player-context.ts'
import type { NextVideo, OverlayParts } from '../../../playback/player/state/player-types.ts'
import { type Corner, cornerByKey, nextCorner } from './use-corner.ts'

type MiniControlsProps = OverlayParts & {
  /** The next video is being loaded. */
  isLoading: boolean
  /** Opens the person's own queue. */
  queueButton?: ReactNode
  /** Keeps the buttons visible. */
  isHeld?: boolean
  corner: Corner
  onMove: (corner: Corner) => void
  onExpand: () => void
  onClose: () => void
}

/** Over the picture of the mini-player. A mouse click on it opens the video's page; a tap shows the buttons. */
export function MiniControls({ video, root, next, previous, isLoading, ...props }: MiniControlsProps) {
  const { queueButton, isHeld = false, corner, onMove, onExpand, onClose } = props
  const player = usePlayer()
  const isEnded = useMedia((state) => state.mediaEnded ?? false)
  const isBroken = usePlaybackState().trouble === 'broken'
  const { isVisible, show, hide } = useControlsVisibility(root, isEnded || isLoading || isHeld)
  const surface = useSurface(onExpand, isVisible ? hide : show)
  useMouseFocus(root)
  useKeyboard(player, root, {
    video,
    onKey: show,
    onTheatre: undefined,
    onNext: next?.onPlay,
    onPrevious: previous?.onPlay,
    isLocal: true,
  })
  return (
    <>
      <div ref={surface} aria-hidden="true" className="absolute inset-0 z-10" />
      <Hints tapSeek={undefined} />
      <div
        data-controls=""
        className={cn(
          'pointer-events-none absolute inset-0 z-20 flex flex-col bg-black/60 transition-opacity duration-200',
          isVisible
            ? '**:[button]:pointer-events-auto pointer-fine:*:data-seek:pointer-events-auto'
            : 'opacity-0',
        )}
      >
        <div className="flex">
          <ControlButton label="Back to the video" onClick={onExpand}>
            <Maximize2 />
          </ControlButton>
          <MoveButton corner={corner} onMove={onMove} />
          <span className="grow" />
          <MuteButton />
          <ControlButton label="Close" shortcut="Escape" onClick={onClose}>
            <X />
          </ControlButton>
        </div>
        <div className="flex grow items-center justify-center gap-2">
          {isLoading ? (
            <Spinner label="Loading video" />
          ) : (
            // Replaced by a Retry button.
            !isBroken && <CenterButtons root={root} next={next} />
          )}
          {!isBroken && queueButton}
        </div>
        {isEnded && next && !isLoading && readSettings().isAutoplayOn && <UpNext next={next} />}
        <div data-seek="" className="pointer-coarse:h-4">
          <SeekBar duration={video.duration} chapters={[]} storyboard={null} isVisible={isVisible} />
        </div>
      </div>
      <Buffering />
    </>
  )
}

/** Native listeners, because some browsers do not set the pointer type on click events. */
function useSurface(onClick: () => void, onTap: () => void) {
  const surface = useRef<HTMLDivElement>(null)
  const click = useEffectEvent((isTouch: boolean) => (isTouch ? onTap() : onClick()))
  useEffect(() => {
    let isTouch = false
    const element = surface.current
    const notePointer = ({ pointerType }: PointerEvent) => {
      isTouch = pointerType === 'touch'
    }
    const handleClick = () => click(isTouch)
    element?.addEventListener('pointerdown', notePointer)
    element?.addEventListener('click', handleClick)
    return () => {
      element?.removeEventListener('pointerdown', notePointer)
      element?.removeEventListener('click', handleClick)
    }
  }, [])
  return surface
}

/** Can be dragged like the whole mini-player. A click moves it to the next corner, and an arrow key to that side. */
function MoveButton({ corner, onMove }: Pick<MiniControlsProps, 'corner' | 'onMove'>) {
  const [isMoved, setIsMoved] = useState(false)
  const move = (next: Corner) => {
    setIsMoved(true)
    onMove(next)
  }
  const handleKey = (event: KeyboardEvent) => {
    const next = cornerByKey(corner, event.key)
    if (!next) return
    // Elsewhere in the player the arrow keys seek.
    event.preventDefault()
    move(next)
  }
  return (
    <>
      <ControlButton
        label="Move to another corner"
        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
        onClick={() => move(nextCorner(corner))}
        onKeyDown={handleKey}
      >
        <Move />
      </ControlButton>
      <span role="status" className="sr-only">
        {isMoved && `Moved to the ${corner.row} ${corner.column}`}
      </span>
    </>
  )
}

function MuteButton() {
  const { actions } = usePlayer()
  const isMuted = useMedia((state) => state.mediaVolumeLevel === 'off')
  return (
    <ControlButton label="Mute" shortcut="m" aria-pressed={isMuted} onClick={actions.toggleMuted}>
      {isMuted ? <VolumeX /> : <Volume2 />}
    </ControlButton>
  )
}

function CenterButtons({ root, next }: Pick<MiniControlsProps, 'root' | 'next'>) {
  const group = useRef<HTMLDivElement>(null)
  // When a focused button disappears, the player gets the focus, so that keys keep working.
  useLayoutEffect(() => {
    const buttons = group.current
    return () => {
      if (buttons?.contains(document.activeElement)) root.current?.focus({ preventScroll: true })
    }
  }, [root])
  return (
    <div ref={group} className="flex gap-2">
      <PlayButton />
      {next && <NextButton onClick={next.onPlay} />}
    </div>
  )
}

function PlayButton() {
  const { actions } = usePlayer()
  const isPaused = useMedia((state) => state.mediaPaused ?? true)
  const isEnded = useMedia((state) => state.mediaEnded ?? false)
  const Icon = isPaused ? Play : Pause
  return (
    <ControlButton
      label={isEnded ? 'Replay' : isPaused ? 'Play' : 'Pause'}
      shortcut="k"
      onClick={actions.togglePlay}
    >
      {isEnded ? <RotateCcw /> : <Icon className="fill-current" />}
    </ControlButton>
  )
}

function NextButton({ onClick }: { onClick: () => void }) {
  return (
    <ControlButton label="Next video" shortcut="Shift+N" onClick={onClick}>
      <SkipForward className="fill-current" />
    </ControlButton>
  )
}

const countdownMs = 5000

/** Starts the next video after a countdown, during which the mini-player can be closed. */
function UpNext({ next }: { next: NextVideo }) {
  const [deadline] = useState(() => Date.now() + countdownMs)
  const isDone = useCountdown(deadline) === 0
  const play = useEffectEvent(() => next.onPlay())
  useEffect(() => {
    if (isDone) play()
  }, [isDone])
  return (
    <p role="status" className="truncate px-3 text-center text-xs">
      Up next: <bdi>{next.title}</bdi>
    </p>
  )
}
