import { escapeHtml, publicPaths, thumbnailAt } from '@vireo/contract'
import { removeForbidden } from '../../../lib/text/markup.ts'
import { createThumbnailView } from '../../publishing/videos/videos.view.ts'
import type { SitemapChannelRow, SitemapVideoRow } from './sitemap.queries.ts'

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const videoNamespace = 'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const element = (name: string, text: string) => `<${name}>${escapeHtml(removeForbidden(text))}</${name}>`

export function writeIndex(site: string, parts: string[]): string {
  const entries = parts.map(
    (part) => `<sitemap>${element('loc', `${site}/sitemaps/${part}.xml`)}</sitemap>\n`,
  )
  return `${declaration}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`
}

export async function* writeEntries(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${declaration}<urlset ${namespace} ${videoNamespace}>\n${first}`
  yield* rest
  yield '</urlset>\n'
}

export const toChannelEntry = ({ username }: SitemapChannelRow, site: string) =>
  `<url>${element('loc', site + publicPaths.channel(username))}</url>\n`

/** The longest duration that the format allows. */
const maxSeconds = 28_800

/** The details of a video that search engines show beside a result, which require a picture. */
export function createVideoEntryView(options: Parameters<typeof createThumbnailView>[0], site: string) {
  const thumbnailOf = createThumbnailView(options)
  return (row: SitemapVideoRow): string => {
    const { id, title, description, duration, fullname, username } = row
    const thumbnail = thumbnailOf(row)
    const channel = escapeHtml(site + publicPaths.channel(username))
    const details =
      thumbnail &&
      [
        element('video:thumbnail_loc', site + thumbnailAt(thumbnail, 1280, 'jpeg')),
        element('video:title', title),
        element('video:description', description.trim() || title),
        element('video:content_loc', site + publicPaths.videoFile(id)),
        element('video:player_loc', site + publicPaths.embed(id)),
        element('video:duration', String(Math.min(Math.max(Math.round(duration), 1), maxSeconds))),
        element('video:publication_date', row.publishedAt.toISOString()),
        element('video:uploader', fullname).replace('>', ` info="${channel}">`),
        element('video:live', 'no'),
      ].join('')
    const page =
      element('loc', site + publicPaths.video(id)) + element('lastmod', row.updatedAt.toISOString())
    return `<url>${page}${details ? `<video:video>${details}</video:video>` : ''}</url>\n`
  }
}
