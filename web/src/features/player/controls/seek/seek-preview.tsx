import { formatDuration } from '../../../../lib/format.ts'
import { cueAt, type StoryboardCue } from './storyboard.ts'

type SeekPreviewProps = {
  time: number
  /** 0 to 1, along the bar. */
  fraction: number
  cues: readonly StoryboardCue[]
}

/** The picture and the time under the pointer, kept inside the bar's ends. */
export function SeekPreview({ time, fraction, cues }: SeekPreviewProps) {
  const cue = cueAt(cues, time)
  const width = cue?.width ?? 48
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full mb-2 grid justify-items-center gap-1 pointer-coarse:-mb-3"
      style={{
        width,
        left: `clamp(0px, calc(${fraction * 100}% - ${width / 2}px), calc(100% - ${width}px))`,
      }}
    >
      {cue && (
        <div
          className="rounded-control border-2 border-text bg-surface-2 shadow-float"
          style={{
            width: cue.width,
            height: cue.height,
            backgroundImage: `url("${cue.sheet}")`,
            backgroundPosition: `-${cue.x}px -${cue.y}px`,
            backgroundOrigin: 'border-box',
          }}
        />
      )}
      <span className="rounded-md bg-bg/90 px-1.5 py-0.5 text-xs font-medium tabular-nums">
        {formatDuration(time)}
      </span>
    </div>
  )
}
