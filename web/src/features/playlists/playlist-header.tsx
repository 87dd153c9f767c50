import { thumbnailAt } from '@vireo/contract'
import { Play, Shuffle } from 'lucide-react'
import type { Ref } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { countVideos, formatDuration, formatRelativeTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { MentionLink } from '../account/mention-link.tsx'
import { OwnerAvatar, OwnerName } from '../account/owner-link.tsx'
import { ShareButton } from '../share/share-button.tsx'
import { VideoThumbnail } from '../videos/video-thumbnail.tsx'
import { VisibilityIcon, visibilityNames } from '../videos/visibility-icon.tsx'
import type { LoadedPlaylist } from './api.ts'
import { newSeed, shuffle } from './order.ts'
import { PlaylistMenu } from './playlist-menu.tsx'
import { useMakeUnlisted } from './use-make-unlisted.ts'

type PlaylistHeaderProps = {
  playlist: LoadedPlaylist
  isOwn: boolean
  headingRef: Ref<HTMLHeadingElement>
}

export function PlaylistHeader({ playlist, isOwn, headingRef }: PlaylistHeaderProps) {
  const { name, thumbnail, owner, visibility, videosCount, duration, updatedAt, description } = playlist
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
          <h1
            ref={headingRef}
            dir="auto"
            tabIndex={-1}
            className="min-w-0 grow text-2xl wrap-anywhere outline-none"
          >
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
