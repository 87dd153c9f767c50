import { type Cursor, decodeCursorParts, encodeCursor, wrongCursor } from '../../../../db/paging.ts'

/** How related results are found if nothing matches: with corrected words, or by any of the words. */
const relations = ['correction', 'words'] as const
export type RelatedBy = (typeof relations)[number]

/** The parts of results that begin with videos whose whole title is the text: those, and the others. */
const parts = ['titles', 'others'] as const

/** A place in the results of one search. */
export interface MatchCursor extends Cursor {
  part?: (typeof parts)[number]
}

/** Where a page of results begins. Related results stay related on every page. */
export interface SearchCursor extends MatchCursor {
  relatedBy?: RelatedBy
}

export const encodeSearchCursor = ({ relatedBy, part, ...place }: SearchCursor) =>
  encodeCursor(place, ...[relatedBy, part].filter((extra) => extra !== undefined))

export function decodeSearchCursor(text: string | undefined): SearchCursor | undefined {
  if (!text) return undefined
  const { place, extra } = decodeCursorParts(text)
  const relatedBy = relations.find((relation) => extra.includes(relation))
  const part = parts.find((name) => extra.includes(name))
  if (extra.length !== [relatedBy, part].filter(Boolean).length) throw wrongCursor()
  return { ...place, ...(relatedBy && { relatedBy }), ...(part && { part }) }
}
