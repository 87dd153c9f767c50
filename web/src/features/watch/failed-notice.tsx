import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { patchVideo, type VideoDetail } from '../videos/api.ts'
import { useRetryProcessing } from '../videos/processing.ts'

/** For the owner: why it failed, and another try. */
export function FailedNotice({ video }: { video: VideoDetail }) {
  const queryClient = useQueryClient()
  const retry = useRetryProcessing()
  const handleRetry = () => {
    retry.mutate(video._id, {
      // The page looks again by itself while it is being processed.
      onSuccess: ({ status, progress, failure }) =>
        patchVideo(queryClient, video._id, () => ({ status, progress, failure })),
    })
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card border border-danger p-3">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 stroke-[1.75] text-danger" />
      <p className="min-w-48 grow basis-0 [overflow-wrap:anywhere]">
        Processing failed: {video.failure ?? 'unknown reason'}
      </p>
      <Button size="sm" isBusy={retry.isPending} onClick={handleRetry}>
        Retry
      </Button>
    </div>
  )
}
