import { thumbnailAt } from '@vireo/contract'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { LikeButtons } from '../reactions/like-buttons.tsx'
import { ShareButton } from '../share/share-button.tsx'
import type { VideoDetail } from '../videos/api.ts'
import { VideoMenuSlot } from '../videos/video-menu-slot.tsx'
import { DownloadButton } from './download-button.tsx'

const menuClass = 'size-11 bg-surface-2 pointer-fine:size-10! hover:not-disabled:bg-border'

export function VideoActions({ video }: { video: VideoDetail }) {
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label="Video actions" className="flex flex-wrap items-center gap-2">
      <LikeButtons video={video} />
      <ShareButton target={target} />
      <DownloadButton videoId={_id} />
      <VideoMenuSlot video={video} onDeleted={() => void navigate(paths.home())} className={menuClass} />
    </div>
  )
}
