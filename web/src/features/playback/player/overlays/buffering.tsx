import { Button } from '../../../../ui/buttons/button.tsx'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { useMedia, usePlaybackState, usePlayer } from '../state/player-context.ts'

/** Shows why the video does not play: it is loading, the connection is lost, or it cannot be played. */
export function Buffering() {
  const { playback } = usePlayer()
  const { trouble, isStarting } = usePlaybackState()
  const isStalled = useMedia((state) => state.mediaLoading ?? true)
  const isPaused = useMedia((state) => state.mediaPaused ?? true)

  if (trouble === 'broken') {
    return (
      <Notice role="alert">
        This video can’t be played right now.
        <Button size="sm" onClick={playback.retry}>
          Retry
        </Button>
      </Notice>
    )
  }
  if (trouble === 'connection' && isStalled) {
    return (
      <Notice role="status">
        <Spinner />
        Connection lost. Trying again…
      </Notice>
    )
  }
  if (!isStarting && (!isStalled || isPaused)) return null
  return (
    // With a delay, so that a seek into buffered video does not flash it.
    <div className="player-late pointer-events-none absolute inset-0 z-20 grid place-items-center">
      <Spinner label="Loading" className="rounded-full bg-bg/70 p-3 [&_svg]:size-8" />
    </div>
  )
}

type NoticeProps = { role: 'alert' | 'status'; children: React.ReactNode }

function Notice({ role, children }: NoticeProps) {
  return (
    <div
      data-notice=""
      className="pointer-events-none absolute inset-x-4 top-2 bottom-18 z-20 grid place-items-center"
    >
      <div
        role={role}
        className="pointer-events-auto flex max-w-full animate-fade-in flex-wrap items-center justify-center gap-3 rounded-card bg-bg/95 px-4 py-3 text-center text-sm font-medium"
      >
        {children}
      </div>
    </div>
  )
}
