import { lazy, type Ref, Suspense } from 'react'
import { useCurrentUser } from '../account/api.ts'
import type { VideoDetail } from '../videos/api.ts'
import { VideoBadges } from '../videos/video-badges.tsx'
import { Description } from './description.tsx'
import { OwnerRow } from './owner-row.tsx'
import { VideoActions } from './video-actions.tsx'

// Rare, and only for owners.
const FailedNotice = lazy(() =>
  import('../videos/failed-notice.tsx').then((m) => ({ default: m.FailedNotice })),
)

type VideoDetailsProps = {
  video: VideoDetail
  onSeek: (seconds: number) => void
  headingRef: Ref<HTMLHeadingElement>
}

/** What stands under the player. */
export function VideoDetails({ video, onSeek, headingRef }: VideoDetailsProps) {
  const { user } = useCurrentUser()
  const isOwn = user?._id === video.owner._id
  return (
    <div className="grid min-w-0 content-start gap-3">
      {isOwn && video.status === 'failed' && (
        <Suspense>
          <div role="alert">
            <FailedNotice video={video} />
          </div>
        </Suspense>
      )}
      <div>
        {/* How far the processing is concerns only the owner; who can see the video, everyone who can. */}
        <VideoBadges video={isOwn ? video : { ...video, status: 'ready' }} className="mb-2" />
        <h1
          ref={headingRef}
          dir="auto"
          tabIndex={-1}
          className="text-xl text-wrap [overflow-wrap:anywhere] outline-none"
        >
          {video.title}
        </h1>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <OwnerRow owner={video.owner} />
        <VideoActions video={video} />
      </div>
      <Description key={video._id} video={video} onSeek={onSeek} />
    </div>
  )
}
