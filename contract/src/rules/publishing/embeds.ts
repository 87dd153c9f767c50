import { publicPaths } from '../discovery/public-paths.ts'

/** The options in the address of an embedded player; see docs/embed.md. */
export interface EmbedOptions {
  /** The start time in seconds. */
  start?: number | undefined
  autoplay?: boolean
  muted?: boolean
  loop?: boolean
  captions?: boolean
}

/** The address of a video's player, with only the options that differ from the defaults. */
export function embedAddress(origin: string, videoId: string, options: EmbedOptions = {}): string {
  const query = new URLSearchParams()
  if (options.start) query.set('start', String(options.start))
  for (const name of ['autoplay', 'muted', 'loop', 'captions'] as const)
    if (options[name]) query.set(name, '1')
  return `${origin}${publicPaths.embed(videoId)}${query.size > 0 ? `?${query}` : ''}`
}

interface EmbedFrame {
  address: string
  title: string
  width: number
  height: number
  /** As wide as its container in the page, with the same aspect ratio. */
  isResponsive?: boolean
}

/** The HTML code that embeds the player in a page of another site. */
export function embedCode({ address, title, width, height, isResponsive = false }: EmbedFrame): string {
  const style = isResponsive
    ? `border: 0; width: 100%; height: auto; aspect-ratio: ${width} / ${height}`
    : 'border: 0'
  const attributes = {
    src: address,
    title,
    width,
    height,
    style,
    allow: 'autoplay; fullscreen; picture-in-picture',
    loading: 'lazy',
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(String(value))}"`)
  return `<iframe ${written.join(' ')} allowfullscreen></iframe>`
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for the content of an element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

interface SizeLimits {
  maxwidth?: number
  maxheight?: number
  /** Limit of the longer side. */
  longest?: number
}

/** The largest size with a video's aspect ratio that fits into the limits. */
export function embedSizeOf({ width, height }: { width: number; height: number }, limits: SizeLimits = {}) {
  const { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY, longest = 640 } = limits
  const shape = width > 0 && height > 0 ? { width, height } : { width: 16, height: 9 }
  const scale = Math.min(
    longest / Math.max(shape.width, shape.height),
    maxwidth / shape.width,
    maxheight / shape.height,
  )
  const scaled = (length: number) => Math.max(1, Math.floor(length * scale + 1e-6))
  return { width: scaled(shape.width), height: scaled(shape.height) }
}
