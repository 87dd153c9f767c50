import { endpoint } from '../../endpoint.ts'
import { t } from '../../schema.ts'
import type { Video } from './videos.ts'

/** The fields of its video that the page of an embedded player contains. */
export type EmbeddedVideo = Pick<
  Video,
  | '_id'
  | 'title'
  | 'description'
  | 'thumbnail'
  | 'videofile'
  | 'duration'
  | 'hls'
  | 'renditions'
  | 'storyboard'
  | 'captions'
> & { author: string; viewToken: string }

const pixels = t.optional(t.integer({ minimum: 1, maximum: 100_000 }))

export const embeds = {
  oembed: endpoint({
    method: 'GET',
    path: '/oembed',
    auth: 'public',
    summary: 'How another site embeds the video whose page is at `url`, as oEmbed 1.0 describes it',
    message: 'oEmbed',
    query: t.object({
      url: t.string({ maxLength: 2000 }),
      format: t.optional(t.oneOf(['json', 'xml'])),
      maxwidth: pixels,
      maxheight: pixels,
    }),
    data: t.object({
      version: t.literal('1.0'),
      type: t.literal('video'),
      provider_name: t.string(),
      provider_url: t.string(),
      title: t.string(),
      author_name: t.string(),
      author_url: t.string(),
      /** In seconds. */
      cache_age: t.integer(),
      /** Missing if no picture fits into `maxwidth` and `maxheight`. */
      thumbnail_url: t.optional(t.string()),
      thumbnail_width: t.optional(t.integer()),
      thumbnail_height: t.optional(t.integer()),
      html: t.string(),
      width: t.integer(),
      height: t.integer(),
    }),
    bare: true,
  }),
}
