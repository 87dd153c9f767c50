import { publicPaths, thumbnailAt } from '@vireo/contract'
import { textElement, xmlDeclaration } from '../../../lib/text/xml.ts'
import { createThumbnailView } from '../../publishing/videos/videos.view.ts'
import type { SitemapChannelRow, SitemapVideoRow } from './sitemap.queries.ts'

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const videoNamespace = 'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'

export function writeIndex(site: string, parts: string[]): string {
  const entries = parts.map(
    (part) => `<sitemap>${textElement('loc', `${site}/sitemaps/${part}.xml`)}</sitemap>\n`,
  )
  return `${xmlDeclaration}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`
}

export async function* writeEntries(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${xmlDeclaration}<urlset ${namespace} ${videoNamespace}>\n${first}`
  yield* rest
  yield '</urlset>\n'
}

export const toChannelEntry = ({ username }: SitemapChannelRow, site: string) =>
  `<url>${textElement('loc', site + publicPaths.channel(username))}</url>\n`

/** The longest duration that the format allows. */
const maxSeconds = 28_800

/** The details of a video that search engines show beside a result, which require a picture. */
export function createVideoEntryView(options: Parameters<typeof createThumbnailView>[0], site: string) {
  const thumbnailOf = createThumbnailView(options)
  return (row: SitemapVideoRow): string => {
    const { id, title, description, duration, fullname, username } = row
    const thumbnail = thumbnailOf(row)
    const channel = site + publicPaths.channel(username)
    const details =
      thumbnail &&
      [
        textElement('video:thumbnail_loc', site + thumbnailAt(thumbnail, 1280, 'jpeg')),
        textElement('video:title', title),
        textElement('video:description', description.trim() || title),
        textElement('video:content_loc', site + publicPaths.videoFile(id)),
        textElement('video:player_loc', site + publicPaths.embed(id)),
        textElement('video:duration', String(Math.min(Math.max(Math.round(duration), 1), maxSeconds))),
        textElement('video:publication_date', row.publishedAt.toISOString()),
        textElement('video:uploader', fullname, { info: channel }),
        textElement('video:live', 'no'),
      ].join('')
    const page =
      textElement('loc', site + publicPaths.video(id)) + textElement('lastmod', row.updatedAt.toISOString())
    return `<url>${page}${details ? `<video:video>${details}</video:video>` : ''}</url>\n`
  }
}
