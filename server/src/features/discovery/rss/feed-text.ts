import { escapeHtml } from '@vireo/contract'
import { removeForbidden } from '../../../lib/text/markup.ts'

export interface FeedOptions {
  /** The address of the site. */
  site: string
  /** The address of the feed itself. */
  self: string
}

/** Call it before the feed is written, because removing a character can join others to the end of a CDATA section. */
export const withoutForbidden = <Feed>(feed: Feed): Feed =>
  JSON.parse(
    JSON.stringify(feed, (_key, value) => (typeof value === 'string' ? removeForbidden(value) : value)),
  )

/** Converts plain text for a field that feed readers show as HTML. */
export const toHtml = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>')
