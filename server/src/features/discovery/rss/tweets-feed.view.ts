import { escapeHtml, plainLine, publicPaths, type Tweet } from '@vireo/contract'
import { element, textElement, xmlDeclaration } from '../../../lib/text/xml.ts'
import { type FeedOptions, toHtml } from './feed-text.ts'

interface TweetsFeed extends FeedOptions {
  title: string
  /** The page that shows the same tweets. */
  page: string
}

const titleLength = 80

export function writeTweetsFeed(tweets: Tweet[], { title, page, site, self }: TweetsFeed): string {
  const newest = Math.max(0, ...tweets.map((tweet) => Date.parse(tweet.updatedAt)))
  const parts = [
    textElement('generator', 'Vireo'),
    textElement('id', self),
    element('link', { href: self, rel: 'self', type: 'application/atom+xml' }),
    element('link', { href: page, rel: 'alternate', type: 'text/html' }),
    textElement('title', title, { type: 'text' }),
    textElement('updated', new Date(newest).toISOString()),
    ...tweets.map((tweet) => writeEntry(tweet, site)),
  ]
  const feed = element('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, `\n${parts.join('\n')}\n`)
  return `${xmlDeclaration}${feed}\n`
}

function writeEntry({ _id, content, createdAt, updatedAt, owner, pictures }: Tweet, site: string): string {
  const images = pictures.map(
    ({ url, alt, width, height }) =>
      `<p><img src="${escapeHtml(site + url)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}"></p>`,
  )
  const author =
    textElement('name', owner.fullname) + textElement('uri', site + publicPaths.channel(owner.username))
  const parts = [
    element('author', {}, author),
    textElement('content', `<p>${toHtml(content)}</p>${images.join('')}`, { type: 'html' }),
    textElement('id', `urn:uuid:${_id}`),
    element('link', { href: site + publicPaths.tweet(_id), rel: 'alternate', type: 'text/html' }),
    textElement('published', createdAt),
    textElement('title', titleOf(content) || `Tweet by ${owner.fullname}`, { type: 'text' }),
    textElement('updated', updatedAt),
  ]
  return element('entry', {}, `\n${parts.join('\n')}\n`)
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
