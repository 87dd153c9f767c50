import { Search as SearchIcon, SearchX } from 'lucide-react'
import { usePageTitle } from '../../lib/page-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { listFailure } from '../videos/api.ts'
import { useVideoSearch } from './api.ts'
import { ChannelGrid } from './channel-grid.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Search } from './search-params.ts'
import { SearchTitle } from './search-title.tsx'
import { VideoRow, VideoRowSkeleton } from './video-row.tsx'

const skeletons = 6

export function SearchScreen({ search }: { search: Search }) {
  usePageTitle(search.query ? `Search results for: ${search.query}` : 'Search')
  if (search.query) return <Results search={search} />
  return (
    <>
      <h1 className="sr-only">Search</h1>
      <EmptyState icon={<SearchIcon />} text="Type what you are looking for into the box above." />
    </>
  )
}

function Results({ search }: { search: Search }) {
  const results = useVideoSearch(search)
  const { data: found } = results
  return (
    <div className="mx-auto grid max-w-5xl gap-6">
      <div className="grid gap-4">
        <SearchTitle query={search.query} results={results} />
        <FilterBar filters={search} />
      </div>
      {found && found.channels.length > 0 && <ChannelGrid channels={found.channels} />}
      <section aria-labelledby="found-videos">
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
