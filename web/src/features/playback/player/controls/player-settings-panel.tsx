import { type RefObject, useId, useState } from 'react'
import { useIsMobile } from '../../../../lib/hooks/use-media-query.ts'
import {
  type CaptionStyle,
  captionBackgrounds,
  captionSizes,
  captionStyleProps,
} from '../engine/settings/caption-style.ts'
import { auto, autoLabel } from '../engine/settings/qualities.ts'
import { readSettings } from '../engine/settings/settings.ts'
import { isSpeed, speedLabel, speeds } from '../engine/settings/speeds.ts'
import { useMedia, usePlaybackState, usePlayer } from '../state/player-context.ts'
import type { PlayableVideo } from '../state/player-types.ts'
import { useDismiss } from './use-dismiss.ts'

type PlayerSettingsPanelProps = {
  id: string
  trigger: RefObject<HTMLElement | null>
  /** Names, the best first. */
  qualities: readonly string[]
  captions: PlayableVideo['captions']
  autoplay: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
  onClose: () => void
}

const speedOptions = speeds.map((speed) => ({ value: String(speed), label: speedLabel(speed) }))

/** Above its button; on phones, where the player is too low for it, at the bottom of the screen. */
export function PlayerSettingsPanel({
  id,
  trigger,
  qualities,
  captions,
  autoplay,
  onClose,
}: PlayerSettingsPanelProps) {
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
      // Keeps the focus inside when someone presses between its controls.
      tabIndex={-1}
      popover={isSheet ? 'manual' : undefined}
      className={
        isSheet
          ? 'fixed inset-auto bottom-0 left-0 m-0 grid max-h-[85dvh] w-full max-w-none animate-pop-in gap-4 overflow-y-auto rounded-t-card border-t border-border bg-surface p-4 pb-6 text-text outline-none backdrop:bg-black/50'
          : 'absolute right-2 bottom-20 z-40 grid max-h-[calc(100%-5.5rem)] w-116 max-w-[calc(100%-1rem)] animate-pop-in gap-3 overflow-y-auto rounded-card border border-border bg-surface p-2 text-text shadow-float outline-none'
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
      {shownCaptions !== '' && <CaptionStyleChoice />}
      {autoplay && <SwitchRow label="Autoplay" isOn={autoplay.isOn} onChange={autoplay.onChange} />}
    </div>
  )
}

const sizeOptions = captionSizes.map((value) => ({
  value,
  label: { small: '75 %', normal: '100 %', large: '150 %', huge: '200 %' }[value],
}))
const backgroundOptions = captionBackgrounds.map((value) => ({
  value,
  label: { dark: 'Dark', translucent: 'Translucent', none: 'None', light: 'Light' }[value],
}))

/** Kept in this browser. The sample is there when nobody speaks, and on phones, where the sheet covers the captions. */
function CaptionStyleChoice() {
  const { actions } = usePlayer()
  const [style, setStyle] = useState<CaptionStyle>(readSettings)
  const change = (next: Partial<CaptionStyle>) => {
    const { captionSize, captionBackground } = { ...style, ...next }
    setStyle({ captionSize, captionBackground })
    actions.styleCaptions({ captionSize, captionBackground })
  }
  return (
    <>
      <p
        aria-hidden="true"
        className="mx-2 grid min-h-16 place-items-center overflow-hidden rounded-control bg-linear-to-r from-black via-[#4a7a5c] to-white p-2 text-center text-base leading-snug"
      >
        <span className="caption-sample px-1" {...captionStyleProps(style)}>
          Captions look like this
        </span>
      </p>
      <PillChoice
        legend="Caption size"
        options={sizeOptions}
        value={style.captionSize}
        onChange={(captionSize) => change({ captionSize })}
      />
      <PillChoice
        legend="Caption background"
        options={backgroundOptions}
        value={style.captionBackground}
        onChange={(captionBackground) => change({ captionBackground })}
      />
    </>
  )
}

type PillChoiceProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few options. Native radio buttons, for their keyboard behaviour. */
function PillChoice<Value extends string>({ legend, options, value, onChange }: PillChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0 px-2">
      <legend className="pb-1.5 text-xs font-medium text-muted">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            // The labels of captions can be in any language.
            dir="auto"
            className="grid min-h-8 cursor-pointer place-items-center rounded-[1.375rem] bg-surface-2 px-3 py-1 text-sm wrap-anywhere font-medium tabular-nums transition-colors select-none hover:bg-border has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11 pointer-coarse:px-3.5"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type SwitchRowProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

function SwitchRow({ label, isOn, onChange }: SwitchRowProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className="flex min-h-10 w-full items-center justify-between gap-4 rounded-control px-2 text-sm font-medium hover:bg-surface-2 pointer-coarse:min-h-11"
    >
      {label}
      <SwitchMark isOn={isOn} />
    </button>
  )
}

function SwitchMark({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`flex h-5 w-9 items-center rounded-full p-0.5 transition-colors ${isOn ? 'bg-accent' : 'bg-border'}`}
    >
      <span
        className={`size-4 rounded-full transition-transform ${isOn ? 'translate-x-4 bg-on-accent' : 'bg-text'}`}
      />
    </span>
  )
}
