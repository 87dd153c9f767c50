import { type Cursor, decodeCursorParts, encodeCursor, wrongCursor } from '../../../../db/paging.ts'

/** How related results are found if nothing matches: with corrected words, or by any of the words. */
const relations = ['correction', 'words'] as const
export type RelatedBy = (typeof relations)[number]

/** Where a page of results begins. Related results stay related on every page. */
export interface SearchCursor extends Cursor {
  relatedBy?: RelatedBy
}

export const encodeSearchCursor = ({ relatedBy, ...place }: SearchCursor) =>
  encodeCursor(place, ...(relatedBy ? [relatedBy] : []))

export function decodeSearchCursor(text: string | undefined): SearchCursor | undefined {
  if (!text) return undefined
  const { place, extra } = decodeCursorParts(text)
  if (extra.length === 0) return place
  const relatedBy = relations.find((relation) => relation === extra[0])
  if (!relatedBy) throw wrongCursor()
  return { ...place, relatedBy }
}
