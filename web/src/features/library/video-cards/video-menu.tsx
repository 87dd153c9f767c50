import { useQueryClient } from '@tanstack/react-query'
import { api, limits, type VideoSummary } from '@vireo/contract'
import { ChartColumn, EllipsisVertical, ListPlus, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { focusNeighbour } from '../../../lib/dom/focus-neighbour.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../../ui/overlays/menu.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.tsx'
import { useRemoval } from '../../../ui/overlays/use-removal.ts'
import { useCurrentUser } from '../../people/accounts/api.ts'
import { ReportItem } from '../../people/reports/report-item.tsx'
import { deleteVideo, restoreVideo } from '../../publishing/videos/api.ts'
import { HideVideoItem } from '../hidden/hide-video-item.tsx'
import { QueueItems } from '../own-queue/queue-items.tsx'

// Loaded on demand: few people open it.
const EditDialog = lazyPart(() =>
  import('../../publishing/videos/edit/edit-dialog.tsx').then((m) => m.EditDialog),
)

const SaveDialog = lazyPart(() => import('../playlists/save-dialog.tsx').then((m) => m.SaveDialog))

export type VideoMenuProps = {
  video: VideoSummary
  /** Set on the video's own page, which must be left when the video is deleted. */
  onDeleted?: () => void
  className: string
}

/** Only for signed-in people. */
export function VideoMenu({ video, onDeleted, className }: VideoMenuProps) {
  const { user } = useCurrentUser()
  const trigger = useRef<HTMLButtonElement>(null)
  const saving = useLazyDialog(SaveDialog, (control) => <SaveDialog videoId={video._id} {...control} />)
  const editing = useLazyDialog(EditDialog, (control) => <EditDialog videoId={video._id} {...control} />)
  const remove = useDelete(video, onDeleted ?? (() => focusNeighbour(trigger.current)))
  if (!user) return null
  const isOwn = user._id === video.owner._id
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton ref={trigger} label="More actions" className={className}>
            <EllipsisVertical />
          </IconButton>
        </MenuTrigger>
        <MenuContent>
          {isOwn && (
            <MenuItem onSelect={editing.open}>
              <Pencil />
              Edit Video
            </MenuItem>
          )}
          {isOwn && (
            <MenuItem asChild>
              <Link to={paths.statistics(video._id)}>
                <ChartColumn />
                Statistics
              </Link>
            </MenuItem>
          )}
          {video.isPlayable && <QueueItems video={video} />}
          <MenuItem onSelect={saving.open}>
            <ListPlus />
            Save to playlist
          </MenuItem>
          {isOwn ? (
            <>
              <MenuSeparator />
              <MenuItem isDanger onSelect={() => void remove()}>
                <Trash2 />
                Delete Video
              </MenuItem>
            </>
          ) : (
            <>
              <HideVideoItem video={video} trigger={trigger} />
              <ReportItem kind="video" id={video._id} />
            </>
          )}
        </MenuContent>
      </Menu>
      {saving.dialog}
      {editing.dialog}
    </>
  )
}

function useDelete({ _id, title }: VideoSummary, beforeRemoval: () => void) {
  const queryClient = useQueryClient()
  return useRemoval({
    question: 'Are you sure you want to delete this video?',
    text: `“${title}” can be restored for ${limits.deletionUndoSeconds} seconds.`,
    remove: () => deleteVideo(queryClient, _id, beforeRemoval),
    done: api.videos.remove.message,
    failed: 'Failed to delete video. Try again',
    undo: {
      message: `Deleted “${title}”`,
      seconds: limits.deletionUndoSeconds,
      restore: () => restoreVideo(queryClient, _id),
      failed: `The video could not be restored. A deletion is final after ${limits.deletionUndoSeconds} seconds.`,
    },
  })
}
