import { createStoredList } from '../../../lib/store/stored-list.ts'
import { useCurrentUser } from '../../people/accounts/api.ts'

const recent = createStoredList('recent-searches', 10)
const maxCharacters = 200
const ownerOf = (userId: string | undefined) => userId ?? 'visitor'

export function rememberSearch(userId: string | undefined, query: string) {
  if (query.length <= maxCharacters) recent.setListed(ownerOf(userId), query, true)
}

/** What this person searched for in this browser, latest first, with the changes to it. */
export function useRecentSearches() {
  const { user } = useCurrentUser()
  const owner = ownerOf(user?._id)
  return {
    searches: recent.useSelected(owner, (entries) => entries).toReversed(),
    add: (query: string) => rememberSearch(user?._id, query),
    remove: (query: string) => recent.setListed(owner, query, false),
    clear: () => recent.clear(owner),
  }
}
