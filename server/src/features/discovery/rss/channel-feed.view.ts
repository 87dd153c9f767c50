import { chaptersOf, escapeHtml, publicPaths, thumbnailAt, type Video } from '@vireo/contract'
import { v5 } from 'uuid'
import { element, textElement, xmlDeclaration } from '../../../lib/text/xml.ts'
import type { ChannelRow } from '../../people/accounts/accounts.queries.ts'
import { avatarAt } from '../../people/accounts/accounts.view.ts'
import { type FeedOptions, toHtml } from './feed-text.ts'

/** The file of a video that podcast apps play. */
interface Enclosure {
  path: string
  bytes: number
}

export interface FeedVideo {
  video: Video
  publishedAt: Date
  enclosure: Enclosure | undefined
}

/** From the specification of podcast:guid. */
const podcastNamespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'

const namespaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  'xmlns:psc': 'http://podlove.org/simple-chapters',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
}

/** Longer texts and lists would make a feed of megabytes, which takes long to write. The page of a video has all. */
const descriptionLength = 500
const maxTranscripts = 20
/** A video with more has them only in its own file of chapters. */
const maxInlineChapters = 20

/** The videos of a channel as RSS, with the elements that podcast apps need to play them as episodes. */
export function writeChannelFeed(
  channel: Pick<ChannelRow, 'id' | 'username' | 'fullname' | 'bio' | 'avatar_folder'>,
  videos: FeedVideo[],
  { site, self }: FeedOptions,
): string {
  const { fullname, avatar_folder } = channel
  const link = textElement('link', site + publicPaths.channel(channel.username))
  const image = site + (avatarAt(avatar_folder, 320) ?? '/icon-512.png')
  const parts = [
    textElement('title', fullname),
    link,
    textElement('description', toHtml(channel.bio || `Videos by ${fullname}`)),
    textElement('generator', 'Vireo'),
    element('image', {}, textElement('url', image) + textElement('title', fullname) + link),
    element('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
    element('itunes:image', { href: image }),
    textElement('itunes:explicit', 'no'),
    textElement('itunes:author', fullname),
    textElement('itunes:type', 'episodic'),
    textElement('podcast:guid', v5(channel.id, podcastNamespace)),
    textElement('podcast:medium', 'video'),
    ...videos.map((one) => writeItem(one, site)),
  ]
  const feed = element('channel', {}, `\n${parts.join('\n')}\n`)
  return `${xmlDeclaration}${element('rss', { version: '2.0', ...namespaces }, feed)}\n`
}

function writeItem({ video, publishedAt, enclosure }: FeedVideo, site: string): string {
  const { _id, title, description, duration, owner } = video
  const url = video.thumbnail && site + thumbnailAt(video.thumbnail, 1280, 'jpeg')
  const parts = [
    textElement('title', title),
    textElement('link', site + publicPaths.video(_id)),
    textElement('description', toHtml(shorten(description)) || escapeHtml(title)),
    ...(enclosure
      ? [element('enclosure', { url: site + enclosure.path, length: enclosure.bytes, type: 'video/mp4' })]
      : []),
    textElement('guid', _id, { isPermaLink: 'false' }),
    textElement('pubDate', publishedAt.toUTCString()),
    textElement('itunes:duration', String(Math.round(duration))),
    ...(url ? [element('itunes:image', { href: url })] : []),
    textElement('itunes:explicit', 'no'),
    textElement('itunes:author', owner.fullname),
    ...podcastParts(video, site),
    ...(url ? [element('media:thumbnail', { url, width: 1280, height: 720 })] : []),
  ]
  return element('item', {}, `\n${parts.join('\n')}\n`)
}

/** Chapters for apps of both formats, captions as transcripts, and all qualities as one adaptive stream. */
function podcastParts({ _id, description, duration, captions, hls }: Video, site: string): string[] {
  const chapters = chaptersOf(description, duration)
  const source = element('podcast:source', { uri: `${site}${publicPaths.videoStream(_id)}` })
  const isInline = chapters.length > 0 && chapters.length <= maxInlineChapters
  return [
    ...captions
      .slice(0, maxTranscripts)
      .map(({ url, language }) =>
        element('podcast:transcript', { url: site + url, type: 'text/vtt', language }),
      ),
    ...(chapters.length > 0
      ? [
          element('podcast:chapters', {
            url: site + publicPaths.videoChapters(_id),
            type: 'application/json+chapters',
          }),
        ]
      : []),
    ...(hls ? [element('podcast:alternateEnclosure', { type: 'application/x-mpegURL' }, source)] : []),
    ...(isInline
      ? [
          element(
            'psc:chapters',
            {},
            chapters
              .map(({ start, title }) => element('psc:chapter', { start: toNormalPlayTime(start), title }))
              .join('\n'),
          ),
        ]
      : []),
  ]
}

function shorten(text: string): string {
  if (text.length <= descriptionLength) return text
  // Leaves out half of a surrogate pair.
  return `${text.slice(0, descriptionLength).replace(/[\ud800-\udbff]$/, '')}…`
}

/** For example 01:02:03. */
const toNormalPlayTime = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
