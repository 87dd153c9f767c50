import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type VideoSummary, watchLaterId } from '@vireo/contract'
import { Check, Clock } from 'lucide-react'
import { call } from '../../../lib/api-client.ts'
import { cn } from '../../../lib/cn.ts'
import { toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import { requestSave } from './save-toggle.ts'

/** Looks up whether the video is already saved only when the pointer or the focus arrives. */
export function WatchLaterButton({ video }: { video: VideoSummary }) {
  const queryClient = useQueryClient()
  const queryKey = ['playlists', 'watch-later', video._id]
  const {
    data: isSaved = false,
    isFetched,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async () => {
      const { playlists } = await call(api.playlists.listForVideo, { params: { videoId: video._id } })
      return playlists.some(({ kind, isSaved }) => kind === 'watch-later' && isSaved)
    },
    enabled: false,
  })
  const ask = () => {
    if (!isFetched) void refetch()
  }
  const label = isSaved ? 'Remove from Watch later' : 'Watch later'
  const toggle = () => {
    const isOn = !isSaved
    void queryClient.cancelQueries({ queryKey })
    void requestSave(queryClient, {
      playlistId: watchLaterId,
      videoId: video._id,
      isOn,
      show: (isShown) => queryClient.setQueryData(queryKey, isShown),
      onDone: () => toastSuccess(isOn ? 'Saved to Watch later' : 'Removed from Watch later'),
    })
  }
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        onPointerEnter={ask}
        onFocus={ask}
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
