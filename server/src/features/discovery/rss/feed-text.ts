import { escapeHtml } from '@vireo/contract'

export interface FeedOptions {
  /** The address of the site. */
  site: string
  /** The address of the feed itself. */
  self: string
}

/** Converts plain text for a field that feed readers show as HTML. */
export const toHtml = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>')
