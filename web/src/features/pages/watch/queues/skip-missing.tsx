import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { toastNotice } from '../../../../ui/feedback/toasts/toast.ts'
import { useQueuePlayer } from '../../../library/own-queue/use-queue-player.ts'
import { useListInAddress } from './lazy-queues.tsx'

export const skippedMessage = 'A video of the queue is not available and was skipped.'

/** Goes on with the queue after a video of it that does not exist any more. */
export function SkipMissing({ videoId }: { videoId: string }) {
  const navigate = useNavigate()
  const { pathOf } = useListInAddress()
  const { index, next } = useQueuePlayer({ videoId, pathOf, onChange: ignore })
  const path = index < 0 ? undefined : next?.path
  const skip = useEffectEvent(() => {
    if (!path) return
    toastNotice(skippedMessage)
    void navigate(path, { replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is known what is next
  useEffect(() => skip(), [path])
  return null
}

const ignore = () => {}
