import type { Video } from '@vireo/contract'
import { publicPaths } from '@vireo/contract'
import pLimit from 'p-limit'
import type { AppContext } from '../../../context/context.ts'
import { notFound } from '../../../lib/app-error.ts'
import { type ChannelRow, getChannel } from '../../people/accounts/accounts.queries.ts'
import { findVideoForEveryone, listVideosForEveryone } from '../../publishing/videos/videos.service.ts'
import type { FeedVideo } from './channel-feed.view.ts'
import { listEpisodes, saveRenditionSize } from './rss.queries.ts'

const maxEpisodes = 15
/** The quality of a file for podcast apps, which download it whole: the length of the shorter side. */
const enclosureSide = 720

export async function getFeedChannel({ sql }: AppContext, username: string): Promise<ChannelRow> {
  // PostgreSQL refuses such text.
  if (username.includes('\0')) throw notFound('profile.not-found', 'Profile not found')
  return getChannel(sql, username, undefined)
}

/** The latest videos of a channel, with the size of the file for podcast apps. */
export async function loadEpisodes(context: AppContext, channelId: string): Promise<FeedVideo[]> {
  const episodes = await listEpisodes(context.sql, channelId, maxEpisodes)
  const videos = await listVideosForEveryone(
    context,
    episodes.map(({ id }) => id),
  )
  const byId = new Map(episodes.map((episode) => [episode.id, episode]))
  const measure = createMeasure(context)
  return Promise.all(
    videos.map(async (video) => {
      const { publishedAt = new Date(video.createdAt), sizes = [] } = byId.get(video._id) ?? {}
      const file = enclosureOf(video)
      const index = file ? video.renditions.indexOf(file) : -1
      const bytes = file && (sizes[index] ?? (await measure({ videoId: video._id, index, url: file.url })))
      const path = publicPaths.videoFile(video._id)
      return { video, publishedAt, enclosure: bytes ? { path, bytes } : undefined }
    }),
  )
}

/** A store responds slowly to a hundred simultaneous requests. */
const limitMeasures = pLimit(4)
/** If more sizes are waiting, feeds are sent without the unknown ones. */
const maxWaiting = 200

/**
 * Renditions of older videos have no size in their row until it is first needed. Once the store has failed, a feed
 * requests no more sizes: each request would take as long.
 */
function createMeasure({ sql, storage, log }: AppContext) {
  let hasFailed = false
  return async ({ videoId, index, url }: { videoId: string; index: number; url: string }) => {
    if (limitMeasures.pendingCount >= maxWaiting) return undefined
    return limitMeasures(async () => {
      if (hasFailed) return undefined
      try {
        const key = url.replace('/media/', '')
        const bytes = (await storage.stat(key))?.size
        if (bytes) await saveRenditionSize(sql, { videoId, index, key, bytes })
        return bytes
      } catch (error) {
        hasFailed = true
        log.warn({ err: error, videoId }, 'a feed is sent without the sizes of its files')
        return undefined
      }
    })
  }
}

const enclosureOf = ({ renditions }: Video) =>
  renditions.find(({ width, height }) => Math.min(width, height) <= enclosureSide) ?? renditions.at(-1)

export async function getFeedVideo(context: AppContext, id: string): Promise<Video> {
  const video = await findVideoForEveryone(context, id)
  if (!video) throw notFound('video.not-found', 'Video not found')
  return video
}

/** The current address of a file. The address in a feed stays the same when renditions are replaced. */
export function findVideoFile(video: Video, extension: string): string {
  const path = extension === 'mp4' ? enclosureOf(video)?.url : extension === 'm3u8' ? video.hls : undefined
  if (!path) throw notFound('video.not-found', 'Video not found')
  return path
}
