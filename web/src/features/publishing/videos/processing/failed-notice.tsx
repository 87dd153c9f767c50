import type { VideoSummary } from '@vireo/contract'
import { CircleAlert } from 'lucide-react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useRetryProcessing } from './api.ts'

/** For the owner: why processing failed, and a button to retry. */
export function FailedNotice({ video }: { video: Pick<VideoSummary, '_id' | 'failure'> }) {
  const retry = useRetryProcessing()
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-danger p-3">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 stroke-[1.75] text-danger" />
      <p className="min-w-48 grow basis-0 [overflow-wrap:anywhere]">
        Processing failed: {video.failure ?? 'unknown reason'}
      </p>
      <Button size="sm" isBusy={retry.isPending} onClick={() => retry.mutate(video._id)}>
        Retry
      </Button>
    </div>
  )
}
