import { endpoint } from './endpoint.ts'
import { t } from './schema.ts'
import { ownerView } from './user.ts'

/** Not before this long ago; `today` is the last 24 hours, so that it means the same in every time zone. */
export const uploadedFilters = ['hour', 'today', 'week', 'month', 'year'] as const
export type UploadedFilter = (typeof uploadedFilters)[number]
/** Under 4 minutes, 4 to 20, and over 20. */
export const lengthFilters = ['short', 'medium', 'long'] as const
export type LengthFilter = (typeof lengthFilters)[number]

/** What narrows a list of videos, beside the words. */
export const videoFilters = {
  uploaded: t.optional(
    t.union([
      t.literal('hour'),
      t.literal('today'),
      t.literal('week'),
      t.literal('month'),
      t.literal('year'),
    ]),
  ),
  length: t.optional(t.union([t.literal('short'), t.literal('medium'), t.literal('long')])),
}

/** What an answer to `query` tells besides its rows. */
export const searchResults = {
  /** Nothing has all of the words; these have some of them, or words that are spelled alike. */
  related: t.optional(t.boolean()),
  /** Channels whose name matches; on the first page. */
  users: t.optional(t.array(ownerView)),
  /** How many there are in all; on the first page. */
  totalDocs: t.optional(t.integer()),
  /** There are more than `totalDocs`, which is as far as they were counted. */
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
