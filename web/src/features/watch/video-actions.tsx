import { thumbnailAt } from '@vireo/contract'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useCurrentUser } from '../account/api.ts'
import { LikeButtons } from '../reactions/like-buttons.tsx'
import { ShareButton } from '../share/share-button.tsx'
import type { VideoDetail } from '../videos/api.ts'
import { DownloadButton } from './download-button.tsx'

// Menus weigh as much as the rest of the row.
const VideoMenu = lazy(() => import('../videos/video-menu.tsx').then((m) => ({ default: m.VideoMenu })))

const menuClass = 'bg-surface-2 pointer-fine:size-10! hover:not-disabled:bg-border'

export function VideoActions({ video }: { video: VideoDetail }) {
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const { _id, title, owner, thumbnail } = video
  const target = {
    type: 'watch' as const,
    id: _id,
    title,
    author: owner.fullname,
    image: thumbnail && thumbnailAt(thumbnail, 320),
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <LikeButtons video={video} />
      <ShareButton target={target} />
      <DownloadButton videoId={_id} />
      {user && (
        <Suspense fallback={<span className="size-11 pointer-fine:size-10" />}>
          <VideoMenu video={video} onDeleted={() => void navigate(paths.home())} className={menuClass} />
        </Suspense>
      )}
    </div>
  )
}
