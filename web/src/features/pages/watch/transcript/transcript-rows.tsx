import { useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { cn } from '../../../../lib/cn.ts'
import { formatDuration } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import type { Line } from './transcript-lines.ts'

/** A line and its index in the transcript. */
type FoundLine = Line & { index: number }

type TranscriptRowsProps = {
  lines: readonly FoundLine[]
  /** The folded search text; empty if there is none. */
  searchText: string
  /** The index of the line being spoken. */
  current: number
  language: string
  onSeek: (seconds: number) => void
}

const estimatedHeight = 44

/** Only the rows near the visible part are rendered. The current one stays in view until the person scrolls. */
export function TranscriptRows({ lines, searchText, current, language, onSeek }: TranscriptRowsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => estimatedHeight,
    overscan: 8,
  })
  const { isFollowing, follow, stopFollowing } = useFollowing(virtualizer, current, searchText === '')
  const hasHours = (lines.at(-1)?.start ?? 0) >= 3600
  const { tabStop, handlers } = useRowKeys(frame, lines.length, virtualizer, stopFollowing)

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={frame}
        className="absolute inset-0 overflow-y-auto overscroll-contain py-1"
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        // On the scroll bar.
        onPointerDown={({ target, currentTarget }) => target === currentTarget && stopFollowing()}
      >
        <ol
          lang={language === 'und' ? undefined : language}
          {...handlers}
          className={cn('relative', hasHours ? '[--time:3.5rem]' : '[--time:2.5rem]')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const line = lines[index]
            if (!line) return null
            return (
              <li
                key={line.index}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={lines.length}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <TranscriptRow
                  line={line}
                  searchText={searchText}
                  isCurrent={line.index === current}
                  isTabStop={index === tabStop}
                  onPress={() => {
                    if (!searchText) follow()
                    onSeek(line.start)
                  }}
                />
              </li>
            )
          })}
        </ol>
      </div>
      {!isFollowing && !searchText && current >= 0 && <FollowButton onFollow={follow} />}
    </div>
  )
}

type Virtualizer = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

/** Keeps the current row in view. */
function useFollowing(virtualizer: Virtualizer, current: number, isInitiallyOn: boolean) {
  const [isFollowing, setIsFollowing] = useState(isInitiallyOn)
  useEffect(() => {
    if (isFollowing && current >= 0) virtualizer.scrollToIndex(current, { align: 'center' })
  }, [virtualizer, current, isFollowing])
  return {
    isFollowing,
    follow: () => setIsFollowing(true),
    stopFollowing: () => setIsFollowing(false),
  }
}

function FollowButton({ onFollow }: { onFollow: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 grid justify-items-center">
      <Button
        size="sm"
        variant="primary"
        onClick={onFollow}
        className="pointer-events-auto rounded-full shadow-float"
      >
        Follow the video
      </Button>
    </div>
  )
}

type TranscriptRowProps = {
  line: Line
  searchText: string
  isCurrent: boolean
  isTabStop: boolean
  onPress: () => void
}

function TranscriptRow({ line, searchText, isCurrent, isTabStop, onPress }: TranscriptRowProps) {
  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onPress}
      className={cn(
        'flex min-h-9 w-full gap-3 px-3 py-2 text-start text-sm hover:bg-surface-2 focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
        isCurrent && 'bg-surface-2 font-medium',
      )}
    >
      <span className="w-(--time) shrink-0 pt-px text-xs leading-5 text-accent tabular-nums">
        {formatDuration(line.start)}
      </span>
      <span dir="auto" className="min-w-0 grow wrap-anywhere">
        <Marked line={line} searchText={searchText} />
      </span>
    </button>
  )
}

/** Marks the search text, unless folding has changed the length of the line. */
function Marked({ line: { text, folded }, searchText }: { line: Line; searchText: string }) {
  const at = searchText && folded.length === text.length ? folded.indexOf(searchText) : -1
  if (at < 0) return text
  const end = at + searchText.length
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-accent text-on-accent">{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/** One row is in the tab order; the arrow keys move between rows. */
function useRowKeys(
  frame: { current: HTMLDivElement | null },
  count: number,
  virtualizer: Virtualizer,
  onMove: () => void,
) {
  const [active, setActive] = useState(0)
  const pending = useRef<number>(undefined)
  const rendered = virtualizer.getVirtualItems().map(({ index }) => index)
  const tabStop = rendered.includes(active) ? active : rendered[Math.floor(rendered.length / 2)]

  // After each render, because a distant row is only rendered after scrolling to it.
  useEffect(() => {
    if (pending.current === undefined) return
    const { activeElement } = document
    const isElsewhere = activeElement !== document.body && !frame.current?.contains(activeElement)
    if (isElsewhere) pending.current = undefined
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${pending.current}"] button`)
    if (!row) return
    pending.current = undefined
    row.focus({ preventScroll: true })
  })
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const from = indexOf(event)
    const ends: Record<string, number> = { Home: 0, End: count - 1 }
    const step = steps[event.key]
    const to = step === undefined ? ends[event.key] : Math.min(count - 1, Math.max(0, from + step))
    if (to === undefined) return
    event.preventDefault()
    onMove()
    if (to === from) return
    pending.current = to
    setActive(to)
    virtualizer.scrollToIndex(to)
  }
  return {
    tabStop,
    handlers: { onKeyDown: handleKey, onFocus: (event: FocusEvent) => setActive(indexOf(event)) },
  }
}

const indexOf = ({ target }: SyntheticEvent) =>
  Number((target as HTMLElement).closest('[data-index]')?.getAttribute('data-index'))
