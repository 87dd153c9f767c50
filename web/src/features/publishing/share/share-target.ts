import type { Video } from '@vireo/contract'

export type ShareTarget = {
  type: 'watch' | 'tweet' | 'playlist'
  id: string
  title: string
  /** The author's name. */
  author: string
  /** A picture for the preview card. */
  image?: string | null
  /** For a video: its length and current position, in seconds. */
  clock?: { duration: number; getTime: () => number }
  /** The video itself, which other sites can embed. */
  video?: Pick<Video, 'visibility' | 'isPlayable' | 'width' | 'height' | 'captions'>
}

/** Only videos that everyone with the address may watch can be embedded. */
export const canEmbed = ({ video }: Pick<ShareTarget, 'video'>) =>
  video?.isPlayable === true && video.visibility !== 'private'

/** The site's origin plus /{type}/{id} and, optionally, the second at which a video starts. */
export function shareLink(
  { type, id }: Pick<ShareTarget, 'type' | 'id'>,
  startAt?: number,
  origin = window.location.origin,
) {
  return `${origin}/${type}/${id}${startAt === undefined ? '' : `?t=${startAt}`}`
}

/** The address at which each network accepts a link. */
export const networkLinks = {
  Facebook: (url: string) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
  Twitter: (url: string, title: string) =>
    `https://twitter.com/intent/tweet?url=${encodeURIComponent(url)}&text=${encodeURIComponent(title)}`,
  WhatsApp: (url: string, title: string) => `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`,
  LinkedIn: (url: string) => `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`,
} as const

export type Network = keyof typeof networkLinks
