import type { PlaylistVideo } from '@vireo/contract'
import { Lock } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { cn } from '../../../../lib/cn.ts'
import { formatDuration } from '../../../../lib/text/format.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { VideoMeta } from '../../../publishing/videos/video-meta.tsx'
import { TimeBadge, VideoThumbnail } from '../../../publishing/videos/video-thumbnail.tsx'
import { DropLine } from '../../reorder/drop-line.tsx'
import { ReorderHandle } from '../../reorder/reorder-handle.tsx'
import type { KeyboardReorder } from '../../reorder/use-keyboard-reorder.ts'
import { type RowDrag, useRowDrag } from '../../reorder/use-row-drag.ts'
import { RowMenu } from './row-menu.tsx'

type PlaylistRowProps = {
  video: PlaylistVideo
  index: number
  count: number
  playlistId: string
  hasMenu: boolean
  canEdit: boolean
  keyboard: KeyboardReorder
  /** Keeps this row rendered while it is dragged; undefined releases it. */
  onHold: (videoId: string | undefined) => void
  onMove: (to: number) => void
  onMoveBeside: RowDrag['onMoveBeside']
  onRemove: () => void
}

export function PlaylistRow(props: PlaylistRowProps) {
  const { video, index, playlistId, canEdit, keyboard, onHold } = props
  const row = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { isDragged, edge } = useRowDrag(row, handle, {
    videoId: video._id,
    listId: playlistId,
    isEnabled: canEdit,
    onHold,
    onMoveBeside: props.onMoveBeside,
  })
  const isLifted = keyboard.liftedId === video._id
  return (
    <div
      ref={row}
      className={cn(
        'group relative flex h-full items-center gap-2 rounded-card px-2 transition-colors hover:bg-surface-2',
        isDragged && 'opacity-40',
        isLifted && 'z-10 bg-surface-2 outline-2 outline-accent',
      )}
    >
      {canEdit && (
        <ReorderHandle ref={handle} video={video} index={index} keyboard={keyboard} className="-mx-2" />
      )}
      <span className="min-w-5 shrink-0 text-center text-xs text-muted tabular-nums sm:min-w-7">
        {index + 1}
      </span>
      {video.isAvailable ? <AvailableVideo video={video} playlistId={playlistId} /> : <UnavailableVideo />}
      {props.hasMenu && (
        <RowMenu
          video={video}
          index={index}
          count={props.count}
          canEdit={canEdit}
          onMove={props.onMove}
          onRemove={props.onRemove}
        />
      )}
      {edge && <DropLine edge={edge} />}
    </div>
  )
}

const pictureClass = 'w-28 shrink-0 max-[359px]:w-20 sm:w-32'

function AvailableVideo({ video, playlistId }: { video: PlaylistVideo; playlistId: string }) {
  const { _id, title, thumbnail, duration, views, createdAt, owner } = video
  return (
    <>
      <VideoThumbnail video={{ thumbnail, placeholder: null }} sizes="128px" className={pictureClass}>
        <TimeBadge text={formatDuration(duration)} />
      </VideoThumbnail>
      <div className="min-w-0 grow">
        <h2
          dir="auto"
          className="line-clamp-2 text-sm leading-[1.375] font-medium tracking-normal wrap-anywhere"
        >
          <Link
            to={paths.watch(_id, playlistId)}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {title}
          </Link>
        </h2>
        <p className="mt-0.5 truncate text-xs text-muted">
          <bdi>{owner?.fullname}</bdi>
          {createdAt && (
            <span className="max-sm:hidden">
              <span aria-hidden="true"> · </span>
              <VideoMeta video={{ views, createdAt }} />
            </span>
          )}
        </p>
      </div>
    </>
  )
}

/** Another person's video that has become private: its details are not sent. */
function UnavailableVideo() {
  return (
    <>
      <div
        className={cn(
          'grid aspect-video place-items-center rounded-card bg-surface-2 group-hover:bg-border',
          pictureClass,
        )}
      >
        <Lock aria-hidden="true" className="size-5 stroke-[1.75] text-muted" />
      </div>
      <p className="min-w-0 grow text-muted">Private video</p>
    </>
  )
}
