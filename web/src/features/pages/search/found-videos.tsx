import type { Owner, Search } from '@vireo/contract'
import { SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../navigation/links/paths.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { videoListFailure } from '../../publishing/videos/api.ts'
import type { VideoSearch } from './api.ts'
import { FilterBar } from './filter-bar.tsx'
import { FoundVideoRow, FoundVideoRowSkeleton } from './found-video-row.tsx'

const skeletons = 6

type FoundVideosProps = { search: Search; results: VideoSearch }

export function FoundVideos({ search, results }: FoundVideosProps) {
  const { data: found } = results
  return (
    <div className="grid gap-6">
      <FilterBar filters={search} />
      {found && found.channels.length > 0 && <ChannelGrid channels={found.channels} />}
      <section aria-labelledby="found-videos" className="min-w-0">
        <h2 id="found-videos" className="sr-only">
          Videos
        </h2>
        <PagedList
          list={{ ...results, data: found?.videos }}
          failure={videoListFailure}
          loading={
            <SkeletonList label="Loading videos" count={skeletons} className="grid gap-4">
              <FoundVideoRowSkeleton />
            </SkeletonList>
          }
          empty={<EmptyState icon={<SearchX />} text="Try other words, fewer of them, or other filters." />}
        >
          {(videos, ref) => (
            <ul ref={ref} aria-label="Videos" className="grid gap-4">
              {videos.map((video) => (
                <li key={video._id} className="min-w-0">
                  <FoundVideoRow video={video} query={search.query} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </section>
    </div>
  )
}

function ChannelGrid({ channels }: { channels: Owner[] }) {
  return (
    <section aria-labelledby="found-channels" className="border-b border-border pb-6">
      <h2 id="found-channels" className="mb-3 text-base">
        Matching Channels
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-2">
        {channels.map(({ _id, username, fullname, avatar }) => (
          <li key={_id} className="min-w-0">
            <Link
              to={paths.profile(username)}
              className="flex min-h-14 items-center gap-3 rounded-card p-2 transition-colors hover:bg-surface-2"
            >
              <Avatar name={fullname || username} src={avatar} />
              <span dir="auto" className="min-w-0 truncate font-medium">
                {fullname || username}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
