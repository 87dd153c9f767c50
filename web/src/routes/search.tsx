import { useSearchParams } from 'react-router'
import { readSearch } from '../features/search/search-params.ts'
import { SearchScreen } from '../features/search/search-screen.tsx'

export function Component() {
  const [params] = useSearchParams()
  return <SearchScreen search={readSearch(params)} />
}
