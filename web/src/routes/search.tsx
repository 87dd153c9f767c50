import { readSearch } from '@vireo/contract'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { tweetsFoundQuery, videosFoundQuery } from '../features/pages/search/api.ts'
import { SearchScreen } from '../features/pages/search/search-screen.tsx'
import { loadList } from '../navigation/load-list.ts'

/** In an object, so that the navigation does not wait for it: the page has a skeleton. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(new URL(request.url).searchParams)
  if (!search.query) return null
  return {
    results:
      search.type === 'videos'
        ? loadList(context, videosFoundQuery(search))
        : loadList(context, tweetsFoundQuery(search)),
  }
}

export function Component() {
  const [params] = useSearchParams()
  return <SearchScreen search={readSearch(params)} />
}
