import { escapeHtml, plainLine, publicPaths, type Tweet } from '@vireo/contract'
import { generateAtomFeed } from 'feedsmith'
import { type FeedOptions, toHtml, withoutForbidden } from './feed-text.ts'

type AtomFeed = Parameters<typeof generateAtomFeed>[0]
type Entry = NonNullable<AtomFeed['entries']>[number]

interface TweetsFeed extends FeedOptions {
  title: string
  /** The page that shows the same tweets. */
  page: string
}

const titleLength = 80

export function writeTweetsFeed(tweets: Tweet[], { title, page, site, self }: TweetsFeed): string {
  const newest = Math.max(0, ...tweets.map((tweet) => Date.parse(tweet.updatedAt)))
  const feed: AtomFeed = {
    id: self,
    title: { value: title, type: 'text' },
    updated: new Date(newest),
    generator: { text: 'Vireo' },
    links: [
      { href: self, rel: 'self', type: 'application/atom+xml' },
      { href: page, rel: 'alternate', type: 'text/html' },
    ],
    entries: tweets.map((tweet) => toEntry(tweet, site)),
  }
  return generateAtomFeed(withoutForbidden(feed))
}

function toEntry({ _id, content, createdAt, updatedAt, owner, pictures }: Tweet, site: string): Entry {
  const images = pictures.map(
    ({ url, alt, width, height }) =>
      `<p><img src="${escapeHtml(site + url)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}"></p>`,
  )
  return {
    id: `urn:uuid:${_id}`,
    title: { value: titleOf(content) || `Tweet by ${owner.fullname}`, type: 'text' },
    published: createdAt,
    updated: updatedAt,
    authors: [{ name: owner.fullname, uri: site + publicPaths.channel(owner.username) }],
    links: [{ href: site + publicPaths.tweet(_id), rel: 'alternate', type: 'text/html' }],
    content: { value: `<p>${toHtml(content)}</p>${images.join('')}`, type: 'html' },
  }
}

/** The first line, shortened at a word. */
function titleOf(content: string): string {
  const [firstLine = ''] = content.trim().split('\n', 1)
  const line = plainLine(firstLine)
  const characters = [...line]
  if (characters.length <= titleLength) return line
  return `${characters
    .slice(0, titleLength)
    .join('')
    .replace(/\s+\S*$/, '')}…`
}
