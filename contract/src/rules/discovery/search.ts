/** The time since the upload; `today` is the last 24 hours, to mean the same in every time zone. */
export const uploadedFilters = ['hour', 'today', 'week', 'month', 'year'] as const
export type UploadedFilter = (typeof uploadedFilters)[number]
/** Under 4 minutes, 4 to 20 minutes, over 20 minutes. */
export const lengthFilters = ['short', 'medium', 'long'] as const
export type LengthFilter = (typeof lengthFilters)[number]

const searchSorts = ['views', 'relevance', 'newest', 'longest'] as const
type SearchSort = (typeof searchSorts)[number]
export interface SearchFilters {
  uploaded: UploadedFilter | undefined
  length: LengthFilter | undefined
  captions: 'true' | undefined
  sort: SearchSort
}
export interface Search extends SearchFilters {
  query: string
  /** Misspelled words are not corrected. */
  exact: 'true' | undefined
  type: 'videos' | 'tweets'
}

/** Reads a search from its page's address. Unknown values are ignored, so that old and mistyped links still work. */
export function readSearch(params: URLSearchParams): Search {
  return {
    query: params.get('q')?.trim() ?? '',
    exact: oneOf(['true'], params.get('exact')),
    type: params.get('type') === 'tweets' ? 'tweets' : 'videos',
    uploaded: oneOf(uploadedFilters, params.get('uploaded')),
    length: oneOf(lengthFilters, params.get('length')),
    captions: oneOf(['true'], params.get('captions')),
    sort: oneOf(searchSorts, params.get('sort')) ?? 'views',
  }
}

function oneOf<Value extends string>(values: readonly Value[], given: string | null) {
  return values.find((value) => value === given)
}

const searchOrders = {
  views: { sortBy: 'views', sortType: 'desc' },
  relevance: { sortBy: 'relevance', sortType: 'desc' },
  newest: { sortBy: 'createdAt', sortType: 'desc' },
  longest: { sortBy: 'duration', sortType: 'desc' },
} as const

/** The query parameters with which the list of videos returns a search's results. */
export const videoSearchQuery = ({ query, exact, uploaded, length, captions, sort }: Search) => ({
  query,
  exact,
  uploaded,
  length,
  captions,
  ...searchOrders[sort],
})
