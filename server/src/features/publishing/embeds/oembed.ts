import {
  type api,
  type DataOf,
  embedAddress,
  embedCode,
  embedSizeOf,
  publicPaths,
  type QueryOf,
  thumbnailAt,
  type Video,
} from '@vireo/contract'

type Oembed = typeof api.embeds.oembed

/** How long other sites may use the answer. */
const cacheSeconds = 3600
const pages = /^\/(?:watch|embed)\/([\w-]+)\/?$/

/** The id in the address of a video's page or player on one of these hosts; undefined for any other address. */
export function videoIdOf(address: string, hosts: string[]): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, pathname } = new URL(address)
  // Only the hosts are compared, because many links still say http.
  const isOurs = /^https?:$/.test(protocol) && hosts.includes(host)
  return isOurs ? pages.exec(pathname)?.[1] : undefined
}

export function toOembed(video: Video, origin: string, limits: QueryOf<Oembed>): DataOf<Oembed> {
  const { _id, title, owner } = video
  const size = embedSizeOf(video, limits)
  return {
    version: '1.0',
    type: 'video',
    provider_name: 'Vireo',
    provider_url: origin,
    title,
    author_name: owner.fullname,
    author_url: origin + publicPaths.channel(owner.username),
    cache_age: cacheSeconds,
    ...thumbnailOf(video, origin, limits),
    html: embedCode({ address: embedAddress(origin, _id), title, ...size }),
    ...size,
  }
}

/** The largest picture within the limits, in the format that every program reads. */
function thumbnailOf({ thumbnail }: Video, origin: string, { maxwidth, maxheight }: QueryOf<Oembed>) {
  const fits = (width: number) => width <= (maxwidth ?? width) && (width / 16) * 9 <= (maxheight ?? width)
  const width = ([1280, 640, 320] as const).find(fits)
  if (!thumbnail || !width) return {}
  return {
    thumbnail_url: origin + thumbnailAt(thumbnail, width, 'jpeg'),
    thumbnail_width: width,
    thumbnail_height: (width / 16) * 9,
  }
}
