import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Video } from '@vireo/contract'
import { watchLaterId } from '@vireo/contract/rules/playlists'
import { Check, Clock } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { requestSave } from './save-toggle.ts'

/** One click on a card. What was saved before this visit is not known here: saving it again changes nothing. */
export function WatchLaterButton({ video }: { video: Video }) {
  const queryClient = useQueryClient()
  const queryKey = ['playlists', 'watch-later', video._id]
  const { data: isSaved = false } = useQuery<boolean>({ queryKey, enabled: false })
  const label = isSaved ? 'Remove from Watch later' : 'Watch later'
  const toggle = () => {
    const isWanted = !isSaved
    void requestSave(queryClient, {
      playlistId: watchLaterId,
      videoId: video._id,
      isWanted,
      show: (isShown) => queryClient.setQueryData(queryKey, isShown),
      onDone: () => toastSuccess(isWanted ? 'Saved to Watch later' : 'Removed from Watch later'),
    })
  }
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        onClick={toggle}
        className={cn(
          'absolute bottom-1.5 left-1.5 z-10 grid size-9 place-items-center rounded-full bg-black/70 text-white transition-[background-color,opacity] hover:bg-black pointer-coarse:hidden',
          !isSaved && 'opacity-0 in-[article:focus-within]:opacity-100 in-[article:hover]:opacity-100',
        )}
      >
        {isSaved ? <Check className={iconClass} /> : <Clock className={iconClass} />}
      </button>
    </Tooltip>
  )
}

const iconClass = 'size-5 stroke-[1.75]'
