import { Settings, SkipForward } from 'lucide-react'
import { lazy, Suspense, useId, useRef } from 'react'
import { cn } from '../../../lib/cn.ts'
import { toastError } from '../../../ui/toast.ts'
import type { NextVideo, PlayableVideo } from '../player-types.ts'
import { listQualities } from '../qualities.ts'
import { ControlButton } from './control-button.tsx'
import { PlayButton } from './play-button.tsx'
import { SeekBar } from './seek-bar.tsx'
import { TimeDisplay } from './time-display.tsx'
import { CaptionsButton, FullscreenButton, PipButton, TheatreButton } from './toggle-buttons.tsx'
import { VolumeControl } from './volume-control.tsx'

// Opened now and then.
const loadSettings = () => import('./settings-panel.tsx').then((m) => ({ default: m.SettingsPanel }))
const SettingsPanel = lazy(loadSettings)

type ControlsProps = {
  video: PlayableVideo
  isVisible: boolean
  isPanelOpen: boolean
  onPanelChange: (isOpen: boolean) => void
  theatre: { isOn: boolean; onToggle: () => void } | undefined
  autoplay: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
  next: NextVideo | undefined
}

export function Controls({
  video,
  isVisible,
  isPanelOpen,
  onPanelChange,
  theatre,
  autoplay,
  next,
}: ControlsProps) {
  const settingsButton = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const toggleSettings = () => {
    if (isPanelOpen) return onPanelChange(false)
    // Without its code it stays closed: a video that plays is not given up for it.
    loadSettings().then(
      () => onPanelChange(true),
      () => toastError('Network error, please try again.'),
    )
  }
  return (
    <>
      {isPanelOpen && (
        <Suspense>
          <SettingsPanel
            id={panelId}
            trigger={settingsButton}
            qualities={listQualities(video.renditions)}
            captions={video.captions}
            autoplay={autoplay}
            onClose={() => onPanelChange(false)}
          />
        </Suspense>
      )}
      <div
        data-controls=""
        className={cn(
          'absolute inset-x-0 bottom-0 z-30 bg-bg/85 pb-1 transition-opacity duration-200',
          '@md:inset-x-2 @md:bottom-2 @md:rounded-card',
          // Still there for the keyboard, whose focus shows it again.
          !isVisible && 'pointer-events-none opacity-0',
        )}
      >
        <SeekBar duration={video.duration} storyboard={video.storyboard} isVisible={isVisible} />
        <div className="flex items-center px-1">
          <PlayButton />
          {next && (
            <ControlButton
              label="Next video"
              shortcut="Shift+N"
              onClick={next.onPlay}
              className="hidden @lg:grid"
            >
              <SkipForward className="fill-current" />
            </ControlButton>
          )}
          <VolumeControl />
          <TimeDisplay duration={video.duration} />
          <span className="grow" />
          <CaptionsButton />
          <ControlButton
            ref={settingsButton}
            label="Settings"
            aria-haspopup="dialog"
            aria-expanded={isPanelOpen}
            aria-controls={isPanelOpen ? panelId : undefined}
            onClick={toggleSettings}
          >
            <Settings className={cn('transition-transform', isPanelOpen && 'rotate-45')} />
          </ControlButton>
          <PipButton />
          {theatre && <TheatreButton {...theatre} />}
          <FullscreenButton />
        </div>
      </div>
    </>
  )
}
