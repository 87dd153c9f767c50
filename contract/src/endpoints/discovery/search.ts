import { endpoint } from '../../endpoint.ts'
import { lengthFilters, uploadedFilters } from '../../rules/discovery/search.ts'
import { t } from '../../schema.ts'
import { ownerView } from '../people/accounts.ts'

/** Filters for a list of videos, in addition to the words. */
export const videoFilters = {
  uploaded: t.optional(t.oneOf(uploadedFilters)),
  length: t.optional(t.oneOf(lengthFilters)),
  /** Only videos with captions. */
  captions: t.optional(t.literal('true')),
}

/** Additional fields of a response to `query`. */
export const searchResults = {
  /** True if no video matches all words; these match some of them, or similar spellings. */
  related: t.optional(t.boolean()),
  /** The text that was searched for instead, if the words of `query` are misspelled; only with `related`. */
  corrected: t.optional(t.string()),
  /** Channels whose name matches. Only on the first page. */
  users: t.optional(t.array(ownerView)),
  /** The number of matches. Only on the first page. */
  totalDocs: t.optional(t.integer()),
  /** Counting stopped at `totalDocs`; there are more matches. */
  isTotalCapped: t.optional(t.boolean()),
}

export const search = {
  suggest: endpoint({
    method: 'GET',
    path: '/search/suggestions',
    auth: 'public',
    summary: 'Titles and channels that go on as `q` begins, for the search box',
    message: 'Suggestions',
    query: t.object({ q: t.optional(t.string({ maxLength: 20_000 })) }),
    data: t.object({ titles: t.array(t.string()), channels: t.array(ownerView) }),
  }),
}
