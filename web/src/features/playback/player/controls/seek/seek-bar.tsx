import type { Chapter } from '@vireo/contract'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { formatDuration } from '../../../../../lib/text/format.ts'
import { lazyPart } from '../../../../../ui/lazy/lazy-part.tsx'
import { useChapterTitle, useElapsed, useMedia, usePlayer } from '../../state/player-context.ts'
import { bufferedUntil, chapterAt, keySteps } from './seek.ts'

// Loaded when someone points at the bar.
const SeekPreview = lazyPart(() => import('./seek-preview.tsx').then((m) => m.SeekPreview))

type SeekBarProps = {
  duration: number
  chapters: readonly Chapter[]
  storyboard: string | null
  isVisible: boolean
}

export function SeekBar({ duration: stated, chapters, storyboard, isVisible }: SeekBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const duration = useMedia((state) => state.mediaDuration) || stated
  const { pointed, isDragging, handlers } = useSeekPointer(duration)
  useSmoothProgress(bar, isVisible && !isDragging)

  return (
    <div
      ref={bar}
      data-dragging={isDragging || undefined}
      className="group/seek relative mx-2 flex h-4 cursor-pointer touch-none items-end pb-1.5 pointer-coarse:-mt-7 pointer-coarse:h-11"
      {...handlers}
    >
      <SeekSlider duration={duration} chapters={chapters} />
      <div
        className="relative h-1 w-full overflow-hidden rounded-full bg-text/25 transition-[height] group-hover/seek:h-1.5 group-data-dragging/seek:h-1.5"
        style={{ maskImage: gapsBetween(chapters, duration) }}
      >
        <BufferedPart duration={duration} />
        <div className="absolute inset-0 origin-left scale-x-(--played) bg-accent" />
      </div>
      <div className="pointer-events-none absolute bottom-0.5 left-[calc(var(--played)*100%)] size-3 -translate-x-1/2 rounded-full bg-accent opacity-0 outline-offset-2 transition-opacity group-hover/seek:opacity-100 group-data-dragging/seek:scale-125 pointer-coarse:group-data-dragging/seek:scale-200 group-data-dragging/seek:opacity-100 peer-focus-visible:opacity-100 peer-focus-visible:outline-2 peer-focus-visible:outline-accent pointer-coarse:opacity-100" />
      {pointed !== undefined && (
        <SeekPreview
          time={pointed * duration}
          fraction={pointed}
          title={chapterAt(chapters, pointed * duration)?.title}
          storyboard={storyboard}
        />
      )}
    </div>
  )
}

/** Makes the bar transparent between two chapters. */
function gapsBetween(chapters: readonly Chapter[], duration: number) {
  const stops = chapters.slice(1).map(({ start }) => {
    const place = `${(start / duration) * 100}%`
    return `#000 calc(${place} - 1px), #0000 0 calc(${place} + 1px), #000 0`
  })
  return stops.length > 0 ? `linear-gradient(to right, ${stops.join()})` : undefined
}

/** Pointing at the bar and dragging along it. `pointed` is the place under the pointer, 0 to 1. */
function useSeekPointer(duration: number) {
  const { actions } = usePlayer()
  const [pointed, setPointed] = useState<number>()
  const [isDragging, setIsDragging] = useState(false)

  const point = (event: PointerEvent<HTMLElement>) => {
    const fraction = fractionAt(event)
    setPointed(fraction)
    if (isDragging || event.type === 'pointerdown') {
      event.currentTarget.style.setProperty('--played', String(fraction))
    }
  }
  const startDrag = (event: PointerEvent<HTMLElement>) => {
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
  const handlers = {
    onPointerDown: startDrag,
    onPointerMove: point,
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
    onPointerLeave: () => !isDragging && setPointed(undefined),
  }
  return { pointed, isDragging, handlers }
}

function fractionAt({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(1, Math.max(0, (clientX - left) / width))
}

/** For keyboard and screen readers. Pointers use the bar, because native sliders differ too much between browsers. */
function SeekSlider({ duration, chapters }: Pick<SeekBarProps, 'duration' | 'chapters'>) {
  const { actions } = usePlayer()
  const { elapsed, length } = useElapsed(duration)
  const title = useChapterTitle(chapters)
  const handleKey = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    actions.seekBy(step)
  }
  return (
    <input
      type="range"
      aria-label="Seek"
      aria-valuetext={`${formatDuration(elapsed)} of ${formatDuration(length)}${title ? `, ${title}` : ''}`}
      min={0}
      max={Math.max(1, length)}
      value={elapsed}
      onChange={(event) => actions.seekTo(event.currentTarget.valueAsNumber)}
      onKeyDown={handleKey}
      className="peer pointer-events-none absolute inset-0 opacity-0"
    />
  )
}

function BufferedPart({ duration }: { duration: number }) {
  const { media } = usePlayer()
  const buffered = useMedia(() => Math.floor(bufferedUntil(media)))
  const scale = Math.min(1, buffered / Math.max(1, Math.floor(duration)))
  return <div className="absolute inset-0 origin-left bg-text/35" style={{ scale: `${scale} 1` }} />
}

/**
 * Moves the bar with every frame, without React. Browsers report the time only four times a second, which would make
 * the bar of a short video jump.
 */
function useSmoothProgress(bar: RefObject<HTMLElement | null>, isActive: boolean) {
  const { media } = usePlayer()
  const isPaused = useMedia((state) => state.mediaPaused ?? true)

  useEffect(() => {
    if (!isActive) return
    let frame = 0
    const draw = () => {
      const { currentTime, duration } = media
      const played = duration > 0 ? Math.min(1, currentTime / duration) : 0
      bar.current?.style.setProperty('--played', String(played))
    }
    const follow = () => {
      draw()
      frame = requestAnimationFrame(follow)
    }
    draw()
    if (!isPaused) follow()
    const types = ['timeupdate', 'seeking', 'durationchange', 'emptied']
    for (const type of types) media.addEventListener(type, draw)
    return () => {
      cancelAnimationFrame(frame)
      for (const type of types) media.removeEventListener(type, draw)
    }
  }, [media, bar, isPaused, isActive])
}
