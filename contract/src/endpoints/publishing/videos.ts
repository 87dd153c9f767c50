import { endpoint, perMinute } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { commentsModes } from '../../rules/community/comments.ts'
import { collect } from '../../rules/people/accounts.ts'
import {
  captionsNameRule,
  uploadMessages,
  videoDescriptionRule,
  videoTitleRule,
} from '../../rules/publishing/videos.ts'
import { fileAddress, id, type Static, t, timestamp } from '../../schema.ts'
import { searchResults, videoFilters } from '../discovery/search.ts'
import { ownerView } from '../people/accounts.ts'

export const visibility = t.oneOf(['public', 'unlisted', 'private'])
export type Visibility = Static<typeof visibility>
const status = t.oneOf(['uploaded', 'processing', 'ready', 'failed'])
export type VideoStatus = Static<typeof status>

const renditionView = t.object({
  name: t.string(),
  width: t.integer(),
  height: t.integer(),
  bandwidth: t.integer(),
  /** Plays in a <video> without HLS, too. */
  url: fileAddress(),
})

const captionsView = t.object({
  _id: id(),
  /** A BCP 47 tag; `und` if the source does not specify the language. */
  language: t.string(),
  /** Unique within a video. */
  label: t.string(),
  /** Address of a WebVTT file. */
  url: fileAddress(),
})

export type Captions = Static<typeof captionsView>

/** The estimated end of the processing. */
const estimateView = t.object({
  /** 1 for the next video; null while being processed, and far behind in the queue. */
  place: t.nullable(t.integer()),
  /** Until all sizes are ready, rounded. */
  secondsLeft: t.nullable(t.integer()),
})
export type ProcessingEstimate = Static<typeof estimateView>

/** The fields of a video that lists show. */
export const videoSummary = t.object({
  _id: id(),
  title: t.string(),
  /** In lists an excerpt: the beginning, or the part around the words of a search. */
  description: t.string(),
  /** The middle size; see `thumbnailAt` for the others. */
  thumbnail: t.nullable(fileAddress()),
  /** A tiny picture as a data URI, shown blurred until the thumbnail has loaded. */
  placeholder: t.nullable(t.string()),
  /** The best file that a browser plays without HLS; in lists one that is good enough for a card. */
  videofile: t.nullable(fileAddress()),
  videofilepublicid: t.string(),
  views: t.integer(),
  /** In seconds. */
  duration: t.number(),
  width: t.integer(),
  height: t.integer(),
  createdAt: timestamp(),
  owner: ownerView,
  visibility,
  status,
  /** The progress of processing in percent. In lists only while unfinished. */
  progress: t.optional(t.integer()),
  /** Only while unfinished. */
  estimate: t.optional(estimateView),
  /** The reason why processing failed, for the owner. In lists only if it did. */
  failure: t.optional(t.nullable(t.string())),
  isPlayable: t.boolean(),
  /** Whether there is a short silent clip to play on hover; see `previewOf`. */
  hasPreview: t.boolean(),
  /** Where the viewer left off, in seconds. Only in lists, and not for the beginning. */
  watchedSeconds: t.optional(t.number()),
})
export type VideoSummary = Static<typeof videoSummary>

/** A row of a person's own queue. */
const queuedVideoView = t.object({
  _id: id(),
  title: videoSummary.properties.title,
  thumbnail: videoSummary.properties.thumbnail,
  duration: videoSummary.properties.duration,
  /** False while the viewer's own video is being processed. */
  isPlayable: videoSummary.properties.isPlayable,
  owner: t.object({ fullname: ownerView.properties.fullname }),
})
export type QueuedVideo = Static<typeof queuedVideoView>

export const videoView = t.object({
  ...videoSummary.properties,
  progress: t.integer(),
  failure: t.nullable(t.string()),
  updatedAt: timestamp(),
  likes: t.integer(),
  isLiked: t.boolean(),
  commentsCount: t.integer(),
  commentsMode: t.oneOf(commentsModes),
  /** Address of the HLS master playlist. */
  hls: t.nullable(fileAddress()),
  renditions: t.array(renditionView),
  /** Address of the WebVTT file that maps times to pictures for the seek bar. */
  storyboard: t.nullable(fileAddress()),
  /** Captions from the uploaded file, and those added by the owner. */
  captions: t.array(captionsView),
})
export type Video = Static<typeof videoView>

/** Sent to the owner while a video is being processed. */
export const videoProgressView = t.object({
  _id: id(),
  status,
  progress: t.integer(),
  estimate: t.optional(estimateView),
  isPlayable: t.boolean(),
  failure: t.nullable(t.string()),
})
export type VideoProgress = Static<typeof videoProgressView>

/** A UUID and a comma. */
const idLength = 37
const title = t.line({ maxLength: 2000 })
const description = t.string({ maxLength: 20_000 })
const thumbnailFile = { maxBytes: limits.thumbnailBytes }
const idParams = t.object({ id: t.string() })
const downloadView = t.object({ url: fileAddress(), message: t.string() })

export const videos = {
  upload: endpoint({
    method: 'POST',
    path: '/video/upload-video',
    auth: 'session',
    limit: perMinute('publish-video', 60),
    summary: 'Publish a video: its file, or the id of a finished resumable upload',
    message: 'Video uploaded successfully!',
    body: t.object({
      title,
      description: t.optional(description),
      visibility: t.optional(visibility),
      /** A finished resumable upload (/video/uploads), instead of `videofile`. */
      uploadId: t.optional(t.string({ maxLength: 200 })),
    }),
    files: {
      videofile: {
        maxBytes: limits.videoBytes,
        noRoom: uploadMessages.noRoom,
      },
      thumbnail: thumbnailFile,
    },
    acceptsJson: true,
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
      'Videos, newest first unless asked otherwise; with `query` those that match, most viewed first after those with exactly that title. One’s own list shows the hidden ones too',
    message: 'Videos',
    query: t.object({
      query: t.optional(t.string({ maxLength: 20_000 })),
      sortBy: t.optional(
        t.union([
          t.literal('createdAt'),
          t.literal('views'),
          t.literal('duration'),
          t.literal('title'),
          /** Only with `query`; the best are always first. */
          t.literal('relevance'),
        ]),
      ),
      sortType: t.optional(t.union([t.literal('asc'), t.literal('desc')])),
      userId: t.optional(t.string({ maxLength: 100 })),
      /** With `query`: misspelled words are not corrected. */
      exact: t.optional(t.literal('true')),
      ...videoFilters,
      ...pageQuery,
    }),
    /** Only `nextCursor` shows whether there is more, as a page may be shorter than `limit`. */
    data: t.object({ ...pageOf(videoSummary).properties, ...searchResults }),
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
      /** Whether the viewer has blocked the owner. */
      isOwnerBlocked: t.boolean(),
      /** Where the viewer left off, in seconds. */
      resumeAt: t.number(),
      /** Sent back when recording a view, to prove that the page was opened long enough ago. */
      viewToken: t.string(),
    }),
  }),
  listByIds: endpoint({
    method: 'GET',
    path: '/video/ids',
    auth: 'session',
    summary: 'The videos with these ids, in that order, without those that one may not see',
    message: 'Videos',
    query: t.object({
      /** Separated by commas. */
      ids: t.string({ maxLength: limits.queuedVideos * idLength }),
    }),
    data: t.object({ docs: t.array(queuedVideoView) }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/video/id/:id',
    auth: 'session',
    limit: perMinute('edit-video', 60),
    summary:
      'Change title, description, visibility or thumbnail of one’s own video, or who may comment on it',
    message: 'Video updated successfully',
    params: idParams,
    body: t.object({
      title: t.optional(title),
      description: t.optional(description),
      visibility: t.optional(visibility),
      commentsMode: t.optional(t.oneOf(commentsModes)),
    }),
    files: { thumbnail: thumbnailFile },
    acceptsJson: true,
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
    limit: perMinute('delete-video', 60),
    summary: 'Delete one’s own video, at once or with `canUndo` so that it can be restored for 30 seconds',
    message: 'Video deleted successfully',
    params: idParams,
    query: t.object({ canUndo: t.optional(t.boolean()) }),
    data: t.null(),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/video/restore/:id',
    auth: 'session',
    limit: perMinute('delete-video', 60),
    summary: 'Undo the deletion of one’s own video',
    message: 'Video restored',
    params: idParams,
    data: videoView,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/video/retry/:id',
    auth: 'session',
    limit: perMinute('retry-video', 20),
    summary: 'Process one’s own failed video once more',
    message: 'Processing again',
    params: idParams,
    data: videoView,
  }),
  setCaptions: endpoint({
    method: 'PUT',
    path: '/video/id/:id/captions',
    auth: 'session',
    summary:
      'Add captions to one’s own video: a WebVTT or SubRip file, in place of all others in its language',
    message: 'Captions saved',
    params: idParams,
    body: t.object({
      /** A BCP 47 tag. */
      language: t.string({ maxLength: 100 }),
      /** Shown instead of the language's name. Without it, replaced captions keep their name. */
      name: t.optional(t.line({ maxLength: 1000 })),
    }),
    files: { captions: { maxBytes: limits.captionsBytes, required: uploadMessages.captionsRequired } },
    check: (body) => collect([['name', captionsNameRule(body.name ?? '')]]),
    data: t.array(captionsView),
  }),
  removeCaptions: endpoint({
    method: 'DELETE',
    path: '/video/id/:id/captions/:captionsId',
    auth: 'session',
    limit: perMinute('remove-captions', 60),
    summary: 'Remove captions from one’s own video, those of the uploaded file included',
    message: 'Captions removed',
    params: t.object({ id: t.string(), captionsId: t.string() }),
    data: t.array(captionsView),
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
    isMinorChange: true,
    summary: 'Tell that the video was really played; counts once per viewer and six hours',
    message: 'View',
    params: idParams,
    body: t.object({ viewToken: t.string({ maxLength: 200 }) }),
    data: t.object({ isCounted: t.boolean() }),
  }),
}
