import { chaptersOf, escapeHtml, publicPaths, thumbnailAt, type Video } from '@vireo/contract'
import { generateRssFeed } from 'feedsmith'
import { v5 } from 'uuid'
import type { ChannelRow } from '../../people/accounts/accounts.queries.ts'
import { avatarAt } from '../../people/accounts/accounts.view.ts'
import { type FeedOptions, toHtml, withoutForbidden } from './feed-text.ts'

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

type RssFeed = Parameters<typeof generateRssFeed>[0]
type Item = NonNullable<RssFeed['items']>[number]

/** From the specification of podcast:guid. */
const podcastNamespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'

/** The videos of a channel as RSS, with the elements that podcast apps need to play them as episodes. */
export function writeChannelFeed(
  channel: Pick<ChannelRow, 'id' | 'username' | 'fullname' | 'bio' | 'avatar_folder'>,
  videos: FeedVideo[],
  { site, self }: FeedOptions,
): string {
  const { fullname, avatar_folder } = channel
  const link = site + publicPaths.channel(channel.username)
  const image = site + (avatarAt(avatar_folder, 320) ?? '/icon-512.png')
  const feed: RssFeed = {
    title: fullname,
    link,
    description: toHtml(channel.bio || `Videos by ${fullname}`),
    generator: 'Vireo',
    image: { url: image, title: fullname, link },
    atom: { links: [{ href: self, rel: 'self', type: 'application/rss+xml' }] },
    itunes: { author: fullname, image, explicit: false, type: 'episodic' },
    podcast: { guid: v5(channel.id, podcastNamespace), medium: 'video' },
    items: videos.map((one) => toItem(one, site)),
  }
  return generateRssFeed(withoutForbidden(feed))
}

function toItem({ video, publishedAt, enclosure }: FeedVideo, site: string): Item {
  const { _id, title, description, duration, owner } = video
  const thumbnail = video.thumbnail && site + thumbnailAt(video.thumbnail, 1280, 'jpeg')
  return {
    title,
    link: site + publicPaths.video(_id),
    description: toHtml(description) || escapeHtml(title),
    guid: { value: _id, isPermaLink: false },
    pubDate: publishedAt,
    ...(enclosure && {
      enclosures: [{ url: site + enclosure.path, length: enclosure.bytes, type: 'video/mp4' }],
    }),
    itunes: {
      duration: Math.round(duration),
      author: owner.fullname,
      explicit: false,
      ...(thumbnail && { image: thumbnail }),
    },
    ...(thumbnail && { media: { thumbnails: [{ url: thumbnail, width: 1280, height: 720 }] } }),
    ...toPodcast(video, site),
  }
}

/** Chapters for apps of both formats, captions as transcripts, and all qualities as one adaptive stream. */
function toPodcast({ _id, description, duration, captions, hls }: Video, site: string): Partial<Item> {
  const chapters = chaptersOf(description, duration)
  const transcripts = captions.map(({ url, language }) => ({ url: site + url, type: 'text/vtt', language }))
  const stream = {
    type: 'application/x-mpegURL',
    sources: [{ uri: `${site}${publicPaths.videoStream(_id)}` }],
  }
  return {
    podcast: {
      transcripts,
      ...(hls && { alternateEnclosures: [stream] }),
      ...(chapters.length > 0 && {
        chapters: { url: site + publicPaths.videoChapters(_id), type: 'application/json+chapters' },
      }),
    },
    psc: { chapters: chapters.map(({ start, title }) => ({ start: toNormalPlayTime(start), title })) },
  }
}

/** For example 01:02:03. */
const toNormalPlayTime = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
