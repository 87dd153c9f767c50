import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { formatDuration } from '../../../lib/format.ts'
import { useSmoothProgress } from '../hooks/use-smooth-progress.ts'
import { useMedia, usePlayer } from '../player-context.ts'
import { storyboardQuery } from '../storyboard-api.ts'
import { SeekPreview } from './seek-preview.tsx'

type SeekBarProps = { duration: number; storyboard: string | null; isVisible: boolean }

const keySteps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
}

export function SeekBar({ duration: stated, storyboard, isVisible }: SeekBarProps) {
  const { actions } = usePlayer()
  const bar = useRef<HTMLDivElement>(null)
  const duration = useMedia((state) => state.mediaDuration) || stated
  const elapsed = useMedia((state) => Math.floor(state.mediaCurrentTime ?? 0))
  const buffered = useMedia(({ mediaBuffered = [], mediaCurrentTime = 0 }) => {
    const range = mediaBuffered.find(([from, to]) => from <= mediaCurrentTime + 0.5 && to >= mediaCurrentTime)
    return Math.floor(range?.[1] ?? 0)
  })
  /** Under the pointer, 0 to 1. */
  const [pointed, setPointed] = useState<number>()
  const [isDragging, setIsDragging] = useState(false)
  const { data: cues = [] } = useQuery(storyboardQuery(storyboard, pointed !== undefined))
  useSmoothProgress(bar, isVisible && !isDragging)

  const fractionAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (clientX - left) / width))
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const fraction = fractionAt(event)
    setPointed(fraction)
    if (isDragging || event.type === 'pointerdown') {
      event.currentTarget.style.setProperty('--played', String(fraction))
    }
  }
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setIsDragging(true)
    point(event)
  }
  const endDrag = (event: PointerEvent<HTMLElement>) => {
    if (!isDragging) return
    setIsDragging(false)
    if (event.type === 'pointerup') actions.seekTo(fractionAt(event) * duration)
    if (event.pointerType === 'touch') setPointed(undefined)
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    actions.seekBy(step)
  }

  return (
    <div
      ref={bar}
      data-dragging={isDragging || undefined}
      className="group/seek relative mx-2 flex h-4 cursor-pointer touch-none items-end pb-1.5 pointer-coarse:-mt-7 pointer-coarse:h-11"
      onPointerDown={handleDown}
      onPointerMove={point}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onPointerLeave={() => !isDragging && setPointed(undefined)}
    >
      {/* Keyboard and screen readers have the slider; pointers the bar, as native sliders differ too much. */}
      <input
        type="range"
        aria-label="Seek"
        aria-valuetext={`${formatDuration(elapsed)} of ${formatDuration(duration)}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        value={Math.min(elapsed, Math.max(1, Math.floor(duration)))}
        onChange={(event) => actions.seekTo(event.currentTarget.valueAsNumber)}
        onKeyDown={handleKey}
        className="peer pointer-events-none absolute inset-0 opacity-0"
      />
      <div className="relative h-1 w-full overflow-hidden rounded-full bg-text/25 transition-[height] group-hover/seek:h-1.5 group-data-dragging/seek:h-1.5">
        <div
          className="absolute inset-0 origin-left bg-text/35"
          style={{ scale: `${Math.min(1, buffered / Math.max(1, Math.floor(duration)))} 1` }}
        />
        <div className="absolute inset-0 origin-left scale-x-(--played) bg-accent" />
      </div>
      <div className="pointer-events-none absolute bottom-0.5 left-[calc(var(--played)*100%)] size-3 -translate-x-1/2 rounded-full bg-accent opacity-0 outline-offset-2 transition-opacity group-hover/seek:opacity-100 group-data-dragging/seek:scale-125 group-data-dragging/seek:opacity-100 peer-focus-visible:opacity-100 peer-focus-visible:outline-2 peer-focus-visible:outline-accent pointer-coarse:opacity-100" />
      {pointed !== undefined && <SeekPreview time={pointed * duration} fraction={pointed} cues={cues} />}
    </div>
  )
}
