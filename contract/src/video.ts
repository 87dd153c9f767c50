import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { pageOf, pageQuery } from './paging.ts'
import { collect } from './rules/accounts.ts'
import { messages, videoDescriptionRule, videoTitleRule } from './rules/videos.ts'
import { id, type Static, t, timestamp } from './schema.ts'
import { searchResults, videoFilters } from './search.ts'
import { ownerView } from './user.ts'

export const visibilities = ['public', 'unlisted', 'private'] as const
export type Visibility = (typeof visibilities)[number]
export const videoStatuses = ['uploaded', 'processing', 'ready', 'failed'] as const
export type VideoStatus = (typeof videoStatuses)[number]

export const visibility = t.union([t.literal('public'), t.literal('unlisted'), t.literal('private')])
const status = t.union([
  t.literal('uploaded'),
  t.literal('processing'),
  t.literal('ready'),
  t.literal('failed'),
])

const renditionView = t.object({
  name: t.string(),
  width: t.integer(),
  height: t.integer(),
  bandwidth: t.integer(),
  /** Plays by itself in a <video> as well. */
  url: t.string(),
})

const captionsView = t.object({
  /** A BCP 47 tag; `und` where the source does not say. */
  language: t.string(),
  /** No two of a video are the same. */
  label: t.string(),
  /** Address of a WebVTT file. */
  url: t.string(),
})
export type Captions = Static<typeof captionsView>

export const videoView = t.object({
  _id: id(),
  title: t.string(),
  description: t.string(),
  /** The middle size; `thumbnailAt` names the others. */
  thumbnail: t.nullable(t.string()),
  /** A tiny picture as a data URI, to be shown blurred until the thumbnail is there. */
  placeholder: t.nullable(t.string()),
  /** The best file that a browser plays without HLS. */
  videofile: t.nullable(t.string()),
  videofilepublicid: t.string(),
  views: t.integer(),
  /** Seconds. */
  duration: t.number(),
  width: t.integer(),
  height: t.integer(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  owner: ownerView,
  likes: t.integer(),
  isLiked: t.boolean(),
  commentsCount: t.integer(),
  visibility,
  status,
  /** Percent of the processing that is done. */
  progress: t.integer(),
  /** Why processing failed, in words for the owner. */
  failure: t.nullable(t.string()),
  isPlayable: t.boolean(),
  /** Address of the HLS master playlist. */
  hls: t.nullable(t.string()),
  renditions: t.array(renditionView),
  /** Address of the WebVTT file that maps times to pictures for the seek bar. */
  storyboard: t.nullable(t.string()),
  /** Address of the short silent clip for hovering. */
  preview: t.nullable(t.string()),
  /** Tracks of text that came with the source. */
  captions: t.array(captionsView),
})
export type Video = Static<typeof videoView>

/** What the owner's page is told while a video is being processed. */
export const videoProgressView = t.object({
  _id: id(),
  status,
  progress: t.integer(),
  isPlayable: t.boolean(),
  failure: t.nullable(t.string()),
})
export type VideoProgress = Static<typeof videoProgressView>

const title = t.string({ maxLength: 2000 })
const description = t.string({ maxLength: 20_000 })
const thumbnailFile = { maxBytes: limits.thumbnailBytes }
const idParams = t.object({ id: t.string() })
const downloadView = t.object({ url: t.string(), message: t.string() })

export const video = {
  upload: endpoint({
    method: 'POST',
    path: '/video/upload-video',
    auth: 'session',
    summary: 'Publish a video: its file, or the id of a finished resumable upload',
    message: 'Video uploaded successfully!',
    body: t.object({
      title,
      description: t.optional(description),
      visibility: t.optional(visibility),
      /** A finished upload of /video/uploads, instead of `videofile`. */
      uploadId: t.optional(t.string({ maxLength: 200 })),
    }),
    files: { videofile: { maxBytes: limits.videoBytes }, thumbnail: thumbnailFile },
    check: (body) =>
      collect([
        ['title', videoTitleRule(body.title ?? '')],
        ['description', videoDescriptionRule(body.description ?? '')],
      ]),
    data: videoView,
  }),
  list: endpoint({
    method: 'GET',
    path: '/video',
    auth: 'public',
    summary:
      'Videos, newest first unless asked otherwise; with `query` those that match, most viewed first. One’s own list shows the hidden ones too',
    message: 'Videos',
    query: t.object({
      query: t.optional(t.string({ maxLength: 20_000 })),
      sortBy: t.optional(
        t.union([t.literal('createdAt'), t.literal('views'), t.literal('duration'), t.literal('title')]),
      ),
      sortType: t.optional(t.union([t.literal('asc'), t.literal('desc')])),
      userId: t.optional(t.string({ maxLength: 100 })),
      ...videoFilters,
      ...pageQuery,
    }),
    /** `nextCursor` alone says whether there is more: a page may be shorter than `limit`. */
    data: t.object({ ...pageOf(videoView).properties, ...searchResults }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/video/id/:id',
    auth: 'public',
    summary: 'One video',
    message: 'Video',
    params: idParams,
    data: t.object({
      ...videoView.properties,
      subscribersCount: t.integer(),
      isSubscribed: t.boolean(),
      /** Seconds; where the viewer left off. */
      resumeAt: t.number(),
      /** Sent back with a view: proves that this page was opened long enough ago. */
      viewToken: t.string(),
    }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/video/id/:id',
    auth: 'session',
    summary: 'Change title, description, visibility or thumbnail of one’s own video',
    message: 'Video updated successfully',
    params: idParams,
    body: t.object({
      title: t.optional(title),
      description: t.optional(description),
      visibility: t.optional(visibility),
    }),
    files: { thumbnail: thumbnailFile },
    check: (body) =>
      collect([
        ['title', body.title === undefined ? undefined : videoTitleRule(body.title)],
        ['description', videoDescriptionRule(body.description ?? '')],
      ]),
    data: videoView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/video/id/:id',
    auth: 'session',
    summary: 'Delete one’s own video',
    message: 'Video deleted successfully',
    params: idParams,
    data: t.null(),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/video/retry/:id',
    auth: 'session',
    summary: 'Process one’s own failed video once more',
    message: 'Processing again',
    params: idParams,
    data: videoView,
  }),
  download: endpoint({
    method: 'GET',
    path: '/video/download/:id',
    auth: 'session',
    summary: 'An expiring link to an ordinary MP4, by the video’s id or its videofilepublicid',
    message: 'Download started',
    params: idParams,
    data: downloadView,
  }),
  recordView: endpoint({
    method: 'POST',
    path: '/video/view/:id',
    auth: 'public',
    summary: 'Tell that the video was really played; counts once per viewer and six hours',
    message: 'View',
    params: idParams,
    body: t.object({ viewToken: t.string({ maxLength: 200 }) }),
    data: t.object({ isCounted: t.boolean() }),
  }),
}

export const uploadMessages = messages

const thumbnailWidths = [320, 640, 1280] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]
/** Another size of a thumbnail's address. */
export const thumbnailAt = (url: string, width: ThumbnailWidth, format: 'webp' | 'avif' | 'jpeg' = 'webp') =>
  url.replace(/\/\d+\.webp$/, `/${width}.${format}`)
