import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { useDebounced } from '../../../lib/hooks/use-debounced.ts'
import { paths } from '../../../navigation/links/paths.ts'

const pauseMs = 150
/** Longer texts get no better suggestions. */
const maxCharacters = 100

export type Suggestion = { path: string; text: string; channel?: { username: string; avatar: string | null } }

/** Requested after a pause in typing. A pending request is cancelled. */
export function useSuggestions(typed: string): Suggestion[] {
  const text = useDebounced(typed.trim().slice(0, maxCharacters), pauseMs)
  const { data } = useQuery({
    queryKey: ['search', 'suggestions', text],
    queryFn: async ({ signal }) => {
      const { titles, channels } = await call(api.search.suggest, { query: { q: text }, signal })
      return [
        ...titles.map((title): Suggestion => ({ path: paths.search(title), text: title })),
        ...channels.map(
          ({ username, fullname, avatar }): Suggestion => ({
            path: paths.profile(username),
            text: fullname,
            channel: { username, avatar },
          }),
        ),
      ]
    },
    enabled: text !== '',
    // Suggestions are optional: no retry if they cannot be loaded.
    retry: false,
    placeholderData: keepPreviousData,
  })
  return typed.trim() && text ? (data ?? []) : []
}
