import { escapeHtml, plainLine } from '@vireo/contract'
import { toScriptText } from '../../../lib/text/markup.ts'

/** The head of a page's document. Texts and addresses are plain: `renderHead` escapes them. */
export interface Head {
  /** Without the name of the site, as in the web's `usePageTitle`. */
  title?: string
  description?: string
  /** The page's canonical address, as a path. Missing pages have none, so nothing about them is sent. */
  path?: string
  /** Whether search engines may list the page. */
  isIndexed?: boolean
  /** The Open Graph type of the page. */
  type?: 'website' | 'profile' | 'video.other' | 'article'
  image?: { url: string; alt: string; width?: number; height?: number } | undefined
  /** Other Open Graph properties. */
  properties?: [name: string, content: string][]
  /** A player that other sites can put into a frame. */
  player?: { path: string; width: number; height: number } | undefined
  /** Feeds and oEmbed. */
  alternates?: { type: string; title: string; path: string }[]
  /** Structured data (schema.org) for search engines. */
  structured?: object | undefined
  /** Pictures of the first screen, which the browser requests before the app is loaded. */
  pictures?: { srcSet: string; sizes: string; media: string }[]
}

const siteName = 'Vireo'
const siteDescription = 'Videos and short image posts.'
/** For pages without a picture of their own. */
const siteImage = { url: '/icon-512.png', alt: siteName }
const descriptionLength = 200

/** The elements of a document's head that depend on its page. `site` is the origin of the site. */
export function renderHead(head: Head, site: string): string {
  const title = head.title ? `${oneLine(head.title)} · ${siteName}` : siteName
  const description = shortenDescription(oneLine(head.description ?? '')) || siteDescription
  const elements = [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(head.isIndexed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(head.path === undefined ? [] : describePage(head, head.path, site, description)),
    ...(head.pictures ?? []).map(preloadOf),
  ]
  return elements.join('\n    ')
}

function describePage(head: Head, path: string, site: string, description: string): string[] {
  const { type = 'website', player, properties = [], alternates = [], structured } = head
  const address = (to: string) => new URL(to, site).href
  const property = (name: string, content: string | number) => meta('property', name, String(content))
  const twitter = (name: string, content: string | number) => meta('name', `twitter:${name}`, String(content))
  const title = oneLine(head.title ?? siteName)
  const image = head.image ?? siteImage
  return [
    link({ rel: 'canonical', href: address(path) }),
    property('og:site_name', siteName),
    property('og:type', type),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address(path)),
    ...properties.map(([name, content]) => property(name, oneLine(content))),
    ...describeImage(image, address(image.url), property),
    twitter('card', player ? 'player' : head.image?.width ? 'summary_large_image' : 'summary'),
    twitter('title', title),
    twitter('description', description),
    twitter('image', address(image.url)),
    twitter('image:alt', oneLine(image.alt)),
    ...(player ? describePlayer(player, address(player.path), property, twitter) : []),
    ...alternates.map((to) =>
      link({ rel: 'alternate', type: to.type, title: oneLine(to.title), href: address(to.path) }),
    ),
    ...(structured ? [`<script type="application/ld+json">${toScriptText(structured)}</script>`] : []),
  ]
}

type Describe = (name: string, content: string | number) => string

function describeImage({ alt, width, height }: NonNullable<Head['image']>, url: string, property: Describe) {
  const size = width && height ? [property('og:image:width', width), property('og:image:height', height)] : []
  return [property('og:image', url), ...size, property('og:image:alt', oneLine(alt))]
}

function describePlayer(
  { width, height }: NonNullable<Head['player']>,
  url: string,
  property: Describe,
  twitter: Describe,
) {
  return [
    property('og:video', url),
    property('og:video:type', 'text/html'),
    property('og:video:width', width),
    property('og:video:height', height),
    twitter('player', url),
    twitter('player:width', width),
    twitter('player:height', height),
  ]
}

const preloadOf = ({ srcSet, sizes, media }: NonNullable<Head['pictures']>[number]) =>
  link({
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imagesrcset: srcSet,
    imagesizes: sizes,
    media,
    fetchpriority: 'high',
  })

const meta = (key: 'name' | 'property', name: string, content: string) =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}" />`

const link = (attributes: Record<string, string>) =>
  `<link ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')} />`

const oneLine = (text: string) =>
  plainLine(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

function shortenDescription(text: string): string {
  if (text.length <= descriptionLength) return text
  // At the end of a word, unless the text has none, and never inside a character of two units.
  const start = text.slice(0, descriptionLength).replace(/[\ud800-\udbff]$/, '')
  return `${start.replace(/(?<=.{100}) \S*$/, '')}…`
}
