import { CircleAlert } from 'lucide-react'
import type { PlayableVideo } from '../state/player-types.ts'

/** Shown instead of controls while a video is being processed or has failed. */
export function NotPlayable({ status, progress }: Pick<PlayableVideo, 'status' | 'progress'>) {
  return (
    <div className="absolute inset-0 z-20 grid place-items-center bg-black/85 p-4 text-center">
      {status === 'failed' ? (
        <div className="grid justify-items-center gap-3">
          <CircleAlert aria-hidden="true" className="size-8 stroke-[1.5] text-danger" />
          <p className="font-medium">This video could not be processed.</p>
        </div>
      ) : (
        <div className="grid w-full max-w-xs gap-3">
          <p role="status" className="grid gap-1">
            <span className="font-medium @md:text-base">This video is still being processed</span>
            <span className="text-muted">It starts by itself as soon as it can be played.</span>
          </p>
          <div className="flex items-center gap-3 text-xs tabular-nums">
            <div
              role="progressbar"
              aria-label="Processing"
              aria-valuenow={progress}
              className="h-1 grow overflow-hidden rounded-full bg-text/25"
            >
              <div
                className="size-full origin-left rounded-full bg-warn transition-[scale] duration-500"
                style={{ scale: `${progress / 100} 1` }}
              />
            </div>
            <span aria-hidden="true">{progress} %</span>
          </div>
        </div>
      )}
    </div>
  )
}
