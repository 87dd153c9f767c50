import type { Search } from '@vireo/contract'
import { Search as SearchIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { usePageTitle } from '../../../lib/hooks/page-title.ts'
import { LinkTab } from '../../../navigation/links/link-tab.tsx'
import { paths } from '../../../navigation/links/paths.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { TabPanel, Tabs, TabsList } from '../../../ui/layout/tabs.tsx'
import { useTweetSearch, useVideoSearch } from './api.ts'
import { FoundVideos } from './found-videos.tsx'
import { outcomeOfTweets, outcomeOfVideos, SearchTitle } from './search-title.tsx'

const FoundTweets = lazy(() => import('./found-tweets.tsx').then((m) => ({ default: m.FoundTweets })))

export function SearchScreen({ search }: { search: Search }) {
  usePageTitle(search.query ? `Search results for: ${search.query}` : 'Search')
  if (search.query) return <Results search={search} />
  return (
    <>
      <h1 className="sr-only">Search</h1>
      <EmptyState icon={<SearchIcon />} text="Search for videos, tweets and channels." />
    </>
  )
}

/** Only the search of the open tab is sent. */
function Results({ search }: { search: Search }) {
  const { query, type } = search
  const videos = useVideoSearch(search)
  const tweets = useTweetSearch(search)
  return (
    <div className="mx-auto max-w-5xl">
      <SearchTitle
        query={query}
        outcome={type === 'videos' ? outcomeOfVideos(videos) : outcomeOfTweets(tweets)}
      />
      <Tabs value={type} className="mt-2">
        <TabsList aria-label="What to look for">
          <LinkTab value="videos" to={paths.search(query)}>
            Videos
          </LinkTab>
          <LinkTab value="tweets" to={paths.search(query, 'tweets')}>
            Tweets
          </LinkTab>
        </TabsList>
        <TabPanel value="videos" className="pt-4">
          <FoundVideos search={search} results={videos} />
        </TabPanel>
        <TabPanel value="tweets">
          <Suspense>
            <FoundTweets tweets={tweets} />
          </Suspense>
        </TabPanel>
      </Tabs>
    </div>
  )
}
