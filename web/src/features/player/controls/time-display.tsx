import { formatDuration } from '../../../lib/format.ts'
import { useMedia } from '../player-context.ts'

/** The seek bar says the same to screen readers, and more often than anyone wants to hear it. */
export function TimeDisplay({ duration }: { duration: number }) {
  const elapsed = useMedia((state) => Math.floor(state.mediaCurrentTime ?? 0))
  const measured = useMedia((state) => state.mediaDuration)
  // Ten seconds are often 9.99 of a file's own.
  const length = Math.round(measured || duration)
  return (
    <span className="px-2 text-xs whitespace-nowrap text-text tabular-nums @md:text-sm">
      {formatDuration(elapsed)} <span className="text-muted">/ {formatDuration(length)}</span>
    </span>
  )
}
