import type { RefObject } from 'react'
import { useIsMobile } from '../../../lib/use-media-query.ts'
import { useMedia, usePlaybackState, usePlayer } from '../player-context.ts'
import type { PlayableVideo } from '../player-types.ts'
import { auto, autoLabel } from '../qualities.ts'
import { isSpeed, speedLabel, speeds } from '../speeds.ts'
import { PillChoice } from './pill-choice.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useDismiss } from './use-dismiss.ts'

type SettingsPanelProps = {
  id: string
  trigger: RefObject<HTMLElement | null>
  /** Names, the best first. */
  qualities: readonly string[]
  captions: PlayableVideo['captions']
  autoplay: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
  onClose: () => void
}

const speedOptions = speeds.map((speed) => ({ value: String(speed), label: speedLabel(speed) }))

/** Above its button; on phones a sheet at the bottom of the screen, as the picture is too low for it there. */
export function SettingsPanel({ id, trigger, qualities, captions, autoplay, onClose }: SettingsPanelProps) {
  const { actions, playback } = usePlayer()
  const { chosenQuality, quality, canChooseQuality } = usePlaybackState()
  const speed = useMedia((state) => state.mediaPlaybackRate ?? 1)
  const shownCaptions = useMedia((state) => state.mediaSubtitlesShowing?.[0]?.label ?? '')
  const isFullscreen = useMedia((state) => state.mediaIsFullscreen ?? false)
  const isSheet = useIsMobile() && !isFullscreen
  const panel = useDismiss(trigger, onClose, isSheet)
  const known = qualities.includes(chosenQuality) ? chosenQuality : auto

  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label="Settings"
      data-controls=""
      // A press between its controls stays within it.
      tabIndex={-1}
      popover={isSheet ? 'manual' : undefined}
      className={
        isSheet
          ? 'fixed inset-auto bottom-0 left-0 m-0 grid max-h-[85dvh] w-full max-w-none animate-pop-in gap-4 overflow-y-auto rounded-t-card border-t border-border bg-surface p-4 pb-6 text-text outline-none backdrop:bg-black/50'
          : 'absolute right-2 bottom-20 z-40 grid max-h-[calc(100%-5.5rem)] w-104 max-w-[calc(100%-1rem)] animate-pop-in gap-3 overflow-y-auto rounded-card border border-border bg-surface p-2 text-text shadow-float outline-none'
      }
    >
      <PillChoice
        legend="Playback speed"
        options={speedOptions}
        value={String(speed)}
        onChange={(value) =>
          isSpeed(Number(value)) && actions.setSpeed(Number(value) as (typeof speeds)[number])
        }
      />
      {canChooseQuality && qualities.length > 0 && (
        <PillChoice
          legend="Quality"
          options={[
            { value: auto, label: known === auto ? autoLabel(quality) : 'Auto' },
            ...qualities.map((name) => ({ value: name, label: name })),
          ]}
          value={known}
          onChange={playback.choose}
        />
      )}
      {captions.length > 0 && (
        <PillChoice
          legend="Captions"
          options={[{ value: '', label: 'Off' }, ...captions.map(({ label }) => ({ value: label, label }))]}
          value={shownCaptions}
          onChange={actions.chooseCaptions}
        />
      )}
      {autoplay && <SwitchRow label="Autoplay" isOn={autoplay.isOn} onChange={autoplay.onChange} />}
    </div>
  )
}
