import { escapeHtml } from '@vireo/contract'
import { removeForbidden } from '../../../lib/text/markup.ts'

export interface FeedOptions {
  /** The address of the site. */
  site: string
  /** The address of the feed itself. */
  self: string
}

/** Before a feed is written, because a removed character can join its neighbours to the end of a CDATA section. */
export const withoutForbidden = <Feed>(feed: Feed): Feed =>
  JSON.parse(
    JSON.stringify(feed, (_key, value) => (typeof value === 'string' ? removeForbidden(value) : value)),
  )

/** What people wrote as plain text, for a field that feed readers show as HTML. */
export const toHtml = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>')
