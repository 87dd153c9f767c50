import { type Chapter, chaptersOf } from '@vireo/contract'
import { Pause, Play, RotateCcw, Settings, SkipForward } from 'lucide-react'
import { type ComponentProps, type RefObject, useId, useMemo, useRef } from 'react'
import { cn } from '../../../../lib/cn.ts'
import { formatDuration } from '../../../../lib/text/format.ts'
import { lazyPart, whenLoaded } from '../../../../ui/lazy/lazy-part.tsx'
import { listQualities } from '../engine/settings/qualities.ts'
import { useChapterTitle, useElapsed, useMedia, usePlayer } from '../state/player-context.ts'
import type { NextVideo, PlayableVideo } from '../state/player-types.ts'
import { ControlButton } from './control-button.tsx'
import { SeekBar } from './seek/seek-bar.tsx'
import { CaptionsButton, FullscreenButton, PipButton, TheatreButton } from './toggle-buttons.tsx'
import { VolumeControl } from './volume-control.tsx'

// Few people open it, so it is loaded on demand.
const PlayerSettingsPanel = lazyPart(() =>
  import('./player-settings-panel.tsx').then((m) => m.PlayerSettingsPanel),
)

type PlayerControlsProps = {
  video: PlayableVideo
  isVisible: boolean
  isPanelOpen: boolean
  onPanelChange: (isOpen: boolean) => void
  theatre: { isOn: boolean; onToggle: () => void } | undefined
  autoplay: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
  next: NextVideo | undefined
}

export function PlayerControls(props: PlayerControlsProps) {
  const { video, isVisible, isPanelOpen, onPanelChange, theatre, autoplay, next } = props
  const settingsButton = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const { description, duration } = video
  const chapters = useMemo(() => chaptersOf(description, duration), [description, duration])
  return (
    <>
      {isPanelOpen && (
        <PlayerSettingsPanel
          id={panelId}
          trigger={settingsButton}
          qualities={listQualities(video.renditions)}
          captions={video.captions}
          autoplay={autoplay}
          onClose={() => onPanelChange(false)}
        />
      )}
      <div
        data-controls=""
        className={cn(
          'absolute inset-x-0 bottom-0 z-30 bg-bg/85 pb-1 transition-opacity duration-200',
          '@md:inset-x-2 @md:bottom-2 @md:rounded-card',
          // Not removed: keyboard focus makes it visible again.
          !isVisible && 'pointer-events-none opacity-0',
        )}
      >
        <SeekBar
          duration={duration}
          chapters={chapters}
          storyboard={video.storyboard}
          isVisible={isVisible}
        />
        <div className="flex items-center px-1">
          <PlayButton />
          {next && <NextButton onClick={next.onPlay} />}
          <VolumeControl />
          <TimeDisplay duration={duration} />
          <ChapterTitle chapters={chapters} />
          <span className="grow" />
          <CaptionsButton />
          <SettingsButton
            ref={settingsButton}
            panelId={panelId}
            isOpen={isPanelOpen}
            onChange={onPanelChange}
          />
          <PipButton />
          {theatre && <TheatreButton {...theatre} />}
          <FullscreenButton />
        </div>
      </div>
    </>
  )
}

function PlayButton() {
  const { actions } = usePlayer()
  const isPaused = useMedia((state) => state.mediaPaused ?? true)
  const isEnded = useMedia((state) => state.mediaEnded ?? false)
  const label = isEnded ? 'Replay' : isPaused ? 'Play' : 'Pause'
  const Icon = isPaused ? Play : Pause
  return (
    <ControlButton label={label} shortcut="k" onClick={actions.togglePlay}>
      {isEnded ? <RotateCcw /> : <Icon className="fill-current" />}
    </ControlButton>
  )
}

function NextButton({ onClick }: Pick<ComponentProps<'button'>, 'onClick'>) {
  return (
    <ControlButton label="Next video" shortcut="Shift+N" onClick={onClick} className="hidden @lg:grid">
      <SkipForward className="fill-current" />
    </ControlButton>
  )
}

/** Screen readers get the time from the seek bar. */
function TimeDisplay({ duration }: { duration: number }) {
  const { elapsed, length } = useElapsed(duration)
  return (
    <span className="min-w-0 overflow-hidden px-2 text-xs text-ellipsis whitespace-nowrap text-text tabular-nums @md:text-sm @lg:shrink-0">
      {formatDuration(elapsed)} <span className="text-muted">/ {formatDuration(length)}</span>
    </span>
  )
}

/** Screen readers get it from the seek bar. */
function ChapterTitle({ chapters }: { chapters: readonly Chapter[] }) {
  const title = useChapterTitle(chapters)
  return (
    title && (
      <span aria-hidden="true" dir="auto" className="hidden min-w-0 truncate px-1 @lg:block">
        <span className="text-muted">• </span>
        {title}
      </span>
    )
  )
}

type SettingsButtonProps = {
  ref: RefObject<HTMLButtonElement | null>
  panelId: string
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

function SettingsButton({ ref, panelId, isOpen, onChange }: SettingsButtonProps) {
  const toggle = () => {
    if (isOpen) onChange(false)
    else whenLoaded(PlayerSettingsPanel, () => onChange(true))
  }
  return (
    <ControlButton
      ref={ref}
      label="Settings"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={toggle}
    >
      <Settings className={cn('transition-transform', isOpen && 'rotate-45')} />
    </ControlButton>
  )
}
