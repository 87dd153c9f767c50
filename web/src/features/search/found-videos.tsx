import { SearchX } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { listFailure } from '../videos/api.ts'
import type { VideoSearch } from './api.ts'
import { ChannelGrid } from './channel-grid.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Filters } from './search-params.ts'
import { VideoRow, VideoRowSkeleton } from './video-row.tsx'

const skeletons = 6

type FoundVideosProps = { search: Filters; results: VideoSearch }

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
          failure={listFailure}
          loading={<RowsSkeleton />}
          empty={<EmptyState icon={<SearchX />} text="Try other words, fewer of them, or other filters." />}
        >
          {(videos, ref) => (
            <ul ref={ref} aria-label="Videos" className="grid gap-4">
              {videos.map((video) => (
                <li key={video._id} className="min-w-0">
                  <VideoRow video={video} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </section>
    </div>
  )
}

function RowsSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading videos" className="grid gap-4">
      {Array.from({ length: skeletons }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <VideoRowSkeleton key={index} />
      ))}
    </div>
  )
}
