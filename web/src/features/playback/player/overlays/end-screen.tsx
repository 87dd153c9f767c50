import { Play, RotateCcw } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOccupied } from '../../../../lib/dom/occupied.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { usePlayer } from '../state/player-context.ts'
import type { NextVideo } from '../state/player-types.ts'

type EndScreenProps = { next: NextVideo | undefined; isAutoplayOn: boolean }

export function EndScreen({ next, isAutoplayOn }: EndScreenProps) {
  const { playback } = usePlayer()
  const box = useRef<HTMLDivElement>(null)
  const [isCancelled, setIsCancelled] = useState(false)
  const isCounting = next !== undefined && isAutoplayOn && !isCancelled
  const left = useNextCountdown(box, isCounting, () => next?.onPlay())

  return (
    <div
      ref={box}
      className="absolute inset-0 z-20 grid animate-fade-in place-items-center bg-black/80 px-4 pt-2 pb-17 @lg:pb-24"
    >
      {next ? (
        <div className="flex max-w-md min-w-0 items-center gap-4">
          {next.thumbnail && (
            <img
              alt=""
              src={next.thumbnail}
              className="hidden aspect-video w-44 rounded-card bg-surface-2 object-cover @lg:block"
            />
          )}
          <div className="grid min-w-0 gap-1 @lg:gap-2">
            <p className="text-xs text-muted tabular-nums">
              Up next
              {isCounting && <span aria-hidden="true"> in {left} s</span>}
              {isCounting && <span className="sr-only">, starts in {countdownSeconds} seconds</span>}
            </p>
            <p dir="auto" className="line-clamp-1 font-medium @lg:line-clamp-2 @lg:text-base">
              {next.title}
            </p>
            <div className="flex flex-wrap gap-2 pt-1">
              <Button size="sm" variant="primary" onClick={next.onPlay}>
                <Play className="fill-current" />
                Play now
              </Button>
              {isCounting ? (
                <Button size="sm" onClick={() => setIsCancelled(true)}>
                  Cancel
                </Button>
              ) : (
                <ReplayButton onClick={playback.replay} />
              )}
            </div>
          </div>
        </div>
      ) : (
        <ReplayButton onClick={playback.replay} />
      )}
    </div>
  )
}

function ReplayButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      <RotateCcw />
      Replay
    </Button>
  )
}

const countdownSeconds = 5

/**
 * Counts down, then calls `onDone` once. Waits while the player is out of view, and while someone types or has a dialog
 * open, which would be lost.
 */
function useNextCountdown(box: RefObject<Element | null>, isRunning: boolean, onDone: () => void) {
  const [left, setLeft] = useState(countdownSeconds)
  const isInView = useIsInView(box)
  const finish = useEffectEvent(onDone)
  const isDone = left <= 0

  useEffect(() => {
    if (!isRunning || isDone) return
    const timer = setInterval(() => {
      if (isInView() && !isOccupied()) setLeft((seconds) => seconds - 1)
    }, 1000)
    return () => clearInterval(timer)
  }, [isRunning, isDone, isInView])

  useEffect(() => {
    if (isRunning && isDone) finish()
  }, [isRunning, isDone])

  return left
}

/** Whether at least half of the player is below the top bar, or the video in picture-in-picture. */
function useIsInView(box: RefObject<Element | null>) {
  const { media } = usePlayer()
  const isHalfShown = useRef(false)
  useEffect(() => {
    if (!box.current) return
    const note = (entries: IntersectionObserverEntry[]) => {
      isHalfShown.current = (entries.at(-1)?.intersectionRatio ?? 0) >= 0.5
    }
    const observer = new IntersectionObserver(note, { threshold: 0.5, rootMargin: '-56px 0px 0px' })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return useCallback(() => isHalfShown.current || document.pictureInPictureElement === media, [media])
}
