import { X } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { isNotFound } from '../../../lib/api-client.ts'
import { formatDuration } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonLines } from '../../../ui/feedback/skeleton-list.tsx'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { OwnerName } from '../../people/accounts/owner-link.tsx'
import { VideoMeta } from '../../publishing/videos/video-meta.tsx'
import { TimeBadge, VideoThumbnail } from '../../publishing/videos/video-thumbnail.tsx'
import { VideoTitle } from '../../publishing/videos/video-title.tsx'
import { VideoMenuButton } from '../video-cards/video-menu-button.tsx'
import { useRemoveEntry, useRestoreEntry, type WatchedVideo } from './api.ts'

const rowClass = 'flex gap-3 sm:gap-4'
const pictureClass = 'w-36 shrink-0 self-start max-[359px]:w-28 sm:w-60'

/** A watched video, or an offer to restore it after its removal. */
export const HistoryItem = memo(function HistoryItem({ video }: { video: WatchedVideo }) {
  const { removed } = video
  const isRemoved = removed !== undefined
  const item = useRef<HTMLElement>(null)
  const wasRemoved = useRef(isRemoved)
  useEffect(() => {
    if (wasRemoved.current === isRemoved) return
    wasRemoved.current = isRemoved
    // The pressed button is gone: the focus moves to the one that replaced it.
    if (document.activeElement === document.body)
      item.current?.querySelector<HTMLElement>('[data-history-action]')?.focus({ preventScroll: true })
  }, [isRemoved])
  return (
    <article ref={item} className="relative min-w-0 rounded-card">
      {removed ? <RemovedRow video={video} removed={removed} /> : <WatchedRow video={video} />}
    </article>
  )
})

function WatchedRow({ video }: { video: WatchedVideo }) {
  const remove = useRemoveEntry(video._id)
  const removeEntry = () => {
    if (remove.isPending) return
    remove.mutate(undefined, {
      onError: (error) => {
        // Already removed elsewhere, so there is no error to show.
        if (!isNotFound(error)) toastError('Failed to remove the video from your watch history. Try again')
      },
    })
  }
  return (
    <div className={rowClass}>
      <VideoThumbnail video={video} sizes="(width < 640px) 144px, 240px" className={pictureClass}>
        <TimeBadge text={formatDuration(video.duration)} />
      </VideoThumbnail>
      <div className="min-w-0 grow">
        <VideoTitle video={video} className="text-sm sm:text-base" />
        <div className="mt-1 truncate text-muted">
          <OwnerName owner={video.owner} className="relative z-10" />
        </div>
        <VideoMeta video={video} className="block text-muted" />
      </div>
      <div className="-mt-2 -mr-2 flex shrink-0 flex-col sm:flex-row">
        <IconButton
          label="Remove from watch history"
          aria-busy={remove.isPending || undefined}
          onClick={removeEntry}
          data-history-action=""
          className="relative z-10 text-muted"
        >
          <X />
        </IconButton>
        <VideoMenuButton video={video} className="relative z-10 size-11 shrink-0 text-muted" />
      </div>
    </div>
  )
}

type RemovedProps = { video: WatchedVideo; removed: NonNullable<WatchedVideo['removed']> }

function RemovedRow({ video, removed }: RemovedProps) {
  const restore = useRestoreEntry(video._id)
  const undo = () =>
    restore.mutate(removed, {
      onError: () => toastError('Failed to restore the video to your watch history. Try again'),
    })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-surface px-4 py-2">
      <p className="min-w-40 flex-1 text-muted">
        <span className="line-clamp-1 wrap-anywhere">
          Removed: <bdi className="text-text">{video.title}</bdi>
        </span>
      </p>
      <Button variant="ghost" onClick={undo} isBusy={restore.isPending} data-history-action="">
        Undo
        <span className="sr-only"> removing {video.title}</span>
      </Button>
    </div>
  )
}

export function HistoryItemSkeleton() {
  return (
    <div className={rowClass}>
      <Skeleton className={`aspect-video rounded-card ${pictureClass}`} />
      <SkeletonLines lines={['h-4 w-10/12', 'h-4 w-1/3', 'h-4 w-1/2']} />
    </div>
  )
}
