import { thumbnailAt } from '@vireo/contract'
import { Captions, Download } from 'lucide-react'
import { useNavigate } from 'react-router'
import { startDownload } from '../../../../lib/dom/start-download.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { useSignInPath } from '../../../../navigation/links/use-sign-in-path.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { LikeButtons } from '../../../community/likes/like-buttons.tsx'
import { SaveButton } from '../../../library/playlists/save-button.tsx'
import { VideoMenuButton } from '../../../library/video-cards/video-menu-button.tsx'
import { useWhenViewerKnown } from '../../../people/accounts/api.ts'
import { ShareButton } from '../../../publishing/share/share-button.tsx'
import type { VideoDetail } from '../../../publishing/videos/api.ts'
import { useDownload } from '../api.ts'
import { usePlayerHost } from '../player/player-host.tsx'

const menuClass = 'size-11 bg-surface-2 pointer-fine:size-10 hover:not-disabled:bg-border'

export type VideoActionsProps = {
  video: VideoDetail
  getTime: () => number
  hasTranscript: boolean
  onTranscript: () => void
}

export function VideoActions({ video, getTime, hasTranscript, onTranscript }: VideoActionsProps) {
  const navigate = useNavigate()
  const { end } = usePlayerHost()
  const leave = () => {
    end()
    void navigate(paths.home())
  }
  const { _id, title, owner, thumbnail, duration } = video
  const target = {
    type: 'watch' as const,
    id: _id,
    title,
    author: owner.fullname,
    image: thumbnail && thumbnailAt(thumbnail, 320),
    clock: { duration, getTime },
    video,
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label="Video actions"
      className="flex items-center gap-2 *:shrink-0 max-sm:-mx-4 max-sm:-my-1 max-sm:fade-end max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap"
    >
      <LikeButtons video={video} />
      <ShareButton target={target} />
      {/* On phones, where the menu is at the end of a row that scrolls. */}
      <SaveButton videoId={_id} className="hidden rounded-full max-sm:inline-flex short:inline-flex" />
      <DownloadButton videoId={_id} />
      {video.captions.length > 0 && (
        <Button
          className="rounded-full"
          aria-expanded={hasTranscript}
          aria-controls="transcript"
          onClick={onTranscript}
        >
          <Captions />
          Transcript
        </Button>
      )}
      <VideoMenuButton video={video} onDeleted={leave} className={menuClass} />
    </div>
  )
}

/** Saves the video as a file; visitors are sent to sign in. */
function DownloadButton({ videoId }: { videoId: string }) {
  const whenViewerKnown = useWhenViewerKnown()
  const navigate = useNavigate()
  const signInPath = useSignInPath()
  const download = useDownload()

  const handleClick = () =>
    whenViewerKnown((viewer) => {
      if (!viewer) {
        toastError('Please sign in to download videos')
        return void navigate(signInPath)
      }
      download.mutate(videoId, {
        onSuccess: ({ url, message }) => {
          startDownload(url)
          toastSuccess(message)
        },
        onError: (error) => toastError(error.message),
      })
    })
  return (
    <Button
      className="rounded-full"
      isBusy={download.isPending}
      busyLabel="Processing..."
      onClick={handleClick}
    >
      <Download />
      Download
    </Button>
  )
}
