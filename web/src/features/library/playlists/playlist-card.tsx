import type { ListedPlaylist } from '@vireo/contract'
import { ListVideo, Play } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { countVideos, formatRelativeTime } from '../../../lib/text/format.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonLines, SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'
import { VideoThumbnail } from '../../publishing/videos/video-thumbnail.tsx'
import { VisibilityIcon } from '../../publishing/videos/visibility-icon.tsx'
import { PlaylistMenu } from './page/playlist-menu.tsx'

const sizes = '(width < 640px) calc(100vw - 2rem), (width < 1024px) 45vw, 28vw'

function PlaylistCard({ playlist }: { playlist: ListedPlaylist }) {
  const { _id, name, thumbnail, videosCount, visibility, updatedAt, videos } = playlist
  const [first] = videos
  return (
    <article className="group relative min-w-0">
      <VideoThumbnail video={{ thumbnail, placeholder: null }} sizes={sizes}>
        <span className="absolute right-1.5 bottom-1.5 flex items-center gap-1 rounded-md bg-black/80 px-1.5 text-xs leading-5 font-medium text-white tabular-nums">
          <ListVideo aria-hidden="true" className="size-4 stroke-[1.75]" />
          {countVideos(videosCount)}
        </span>
      </VideoThumbnail>
      <div className="mt-3 flex gap-2">
        <div className="min-w-0 grow">
          <h2
            dir="auto"
            className="line-clamp-2 text-base leading-[1.375] tracking-normal text-wrap wrap-anywhere"
          >
            <Link
              to={paths.playlist(_id)}
              className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent"
            >
              {name}
            </Link>
          </h2>
          <p className="mt-1 flex items-center gap-1.5 text-muted">
            <VisibilityIcon visibility={visibility} />
            <span className="min-w-0 truncate">Updated {formatRelativeTime(updatedAt)}</span>
          </p>
          {first && (
            <Link
              to={paths.watch(first._id, _id)}
              aria-label={`Play all of ${name}`}
              className="link relative z-10 inline-flex min-h-8 items-center gap-1.5 py-1 text-sm pointer-coarse:min-h-11"
            >
              <Play aria-hidden="true" className="size-4" />
              Play all
            </Link>
          )}
        </div>
        <PlaylistMenu
          playlist={playlist}
          className="relative z-10 -mt-2.5 -mr-2.5 size-11 shrink-0 text-muted"
        />
      </div>
    </article>
  )
}

/** The same size as a card. */
function PlaylistCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-video rounded-card" />
      <SkeletonLines
        lines={['h-4 w-2/3', 'mt-1 h-3 w-1/3', 'mt-1 h-3 w-1/4']}
        className="mt-3 grid min-h-[4.9375rem] content-start gap-2 pt-1 pointer-coarse:min-h-[5.6875rem]"
      />
    </div>
  )
}

const gridClass = 'grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3'
const skeletons = 6

type PlaylistGridProps = { playlists: ListedPlaylist[]; ref: Ref<HTMLUListElement> }

export function PlaylistGrid({ playlists, ref }: PlaylistGridProps) {
  return (
    <ul ref={ref} aria-label="Playlists" className={gridClass}>
      {playlists.map((playlist) => (
        <li key={playlist._id} className="min-w-0">
          <PlaylistCard playlist={playlist} />
        </li>
      ))}
    </ul>
  )
}

export function PlaylistGridSkeleton() {
  return (
    <SkeletonList label="Loading playlists" count={skeletons} className={gridClass}>
      <PlaylistCardSkeleton />
    </SkeletonList>
  )
}
