import { useQueryClient } from '@tanstack/react-query'
import { thumbnailAt } from '@vireo/contract'
import { Play, Shuffle } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { countVideos, formatDuration, formatRelativeTime } from '../../../../lib/text/format.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { useConfirm } from '../../../../ui/overlays/confirm.tsx'
import { RichText } from '../../../../ui/rich-text.tsx'
import { MentionLink } from '../../../people/accounts/mention-link.tsx'
import { OwnerAvatar, OwnerName } from '../../../people/accounts/owner-link.tsx'
import { ShareButton } from '../../../publishing/share/share-button.tsx'
import { VideoThumbnail } from '../../../publishing/videos/video-thumbnail.tsx'
import { VisibilityIcon, visibilityNames } from '../../../publishing/videos/visibility-icon.tsx'
import { changeFailure, type LoadedPlaylist, updatePlaylist } from '../api.ts'
import { newSeed, shuffle } from './order.ts'
import { PlaylistMenu } from './playlist-menu.tsx'

type PlaylistHeaderProps = {
  playlist: LoadedPlaylist
  isOwn: boolean
}

export function PlaylistHeader({ playlist, isOwn }: PlaylistHeaderProps) {
  const { name, thumbnail, owner, description } = playlist
  const navigate = useNavigate()
  return (
    <header className="grid min-w-0 content-start gap-4 sm:max-lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:sticky lg:top-18 lg:-m-2 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto lg:p-2">
      <VideoThumbnail
        video={{ thumbnail, placeholder: null }}
        sizes="(width < 640px) calc(100vw - 2rem), 22rem"
        isEager
      />
      <div className="grid min-w-0 content-start gap-3">
        <div className="flex items-start gap-2">
          <h1 dir="auto" tabIndex={-1} className="min-w-0 grow text-2xl wrap-anywhere outline-none">
            {name}
          </h1>
          <PlaylistMenu
            playlist={playlist}
            onDeleted={() => void navigate(paths.playlists(), { replace: true })}
            className="-mt-1"
          />
        </div>
        <p className="flex min-w-0 items-center gap-2">
          <OwnerAvatar owner={owner} size="xs" />
          <span className="min-w-0 truncate font-medium">
            <OwnerName owner={owner} />
          </span>
        </p>
        <PlaylistFacts playlist={playlist} isOwn={isOwn} />
        <PlaylistActions playlist={playlist} isOwn={isOwn} />
        {description && (
          <p
            dir="auto"
            className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere] [unicode-bidi:plaintext]"
          >
            <RichText text={description} mention={MentionLink} />
          </p>
        )}
      </div>
    </header>
  )
}

function PlaylistFacts({ playlist, isOwn }: { playlist: LoadedPlaylist; isOwn: boolean }) {
  const { visibility, videosCount, duration, updatedAt } = playlist
  return (
    <div className="grid gap-0.5 text-muted tabular-nums">
      <p>
        {countVideos(videosCount)}
        <span aria-hidden="true"> · </span>
        <span className="sr-only">, total duration </span>
        {formatDuration(duration)}
      </p>
      <p className="flex items-center gap-1.5">
        {isOwn && (
          <>
            <VisibilityIcon visibility={visibility} />
            <span aria-hidden="true">{visibilityNames[visibility]} ·</span>
          </>
        )}
        <span>Updated {formatRelativeTime(updatedAt)}</span>
      </p>
    </div>
  )
}

function PlaylistActions({ playlist, isOwn }: { playlist: LoadedPlaylist; isOwn: boolean }) {
  const navigate = useNavigate()
  const makeUnlisted = useMakeUnlisted(playlist._id)
  const { _id, name, owner, thumbnail, kind, visibility, videos, isComplete } = playlist
  const playable = videos.filter((video) => video.isAvailable)
  const [first] = playable
  const playShuffled = () => {
    const seed = newSeed()
    const [start] = shuffle(playable, seed)
    if (start) void navigate(paths.watch(start._id, _id, seed))
  }
  const target = {
    type: 'playlist' as const,
    id: _id,
    title: name,
    author: owner.fullname,
    image: thumbnail && thumbnailAt(thumbnail, 320),
  }
  return (
    <div className="flex flex-wrap gap-2">
      {first ? (
        <Button asChild variant="primary">
          <Link to={paths.watch(first._id, _id)}>
            <Play className="fill-current" />
            Play all
          </Link>
        </Button>
      ) : (
        <Button variant="primary" disabled>
          <Play className="fill-current" />
          Play all
        </Button>
      )}
      <Button disabled={!first || !isComplete} onClick={playShuffled}>
        <Shuffle />
        Shuffle
      </Button>
      {!kind && (
        <ShareButton
          target={target}
          prepare={isOwn && visibility === 'private' ? makeUnlisted : undefined}
          className=""
        />
      )}
    </div>
  )
}

/** A private playlist's link works only for its owner, so it has to become unlisted before it is shared. */
function useMakeUnlisted(playlistId: string) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  return async (): Promise<boolean> => {
    const isConfirmed = await confirm({
      title: 'Make this playlist unlisted?',
      text: 'It is private, so its link works only for you. Once it is unlisted, anyone with the link can see it.',
      confirmLabel: 'Make unlisted',
    })
    if (!isConfirmed) return false
    try {
      await updatePlaylist(queryClient, playlistId, { visibility: 'unlisted' })
      return true
    } catch (error) {
      toastError(messageOf(error, changeFailure))
      return false
    }
  }
}
