import { chaptersOf, publicPaths, type Tweet } from '@vireo/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { allowOtherSites } from '../../../http/files/media-files.ts'
import { sendPublicText } from '../../../http/files/public-text.ts'
import { listCacheControl, publicCacheControl, siteAddress } from '../../../http/site-address.ts'
import { notFound } from '../../../lib/app-error.ts'
import { listTweets } from '../../publishing/tweets/tweets.queries.ts'
import { toTweet } from '../../publishing/tweets/tweets.view.ts'
import { tweetsFeed } from '../documents/page-heads.ts'
import { findVideoFile, getFeedChannel, getFeedVideo, loadEpisodes } from './rss.service.ts'

const maxAgeSeconds = 300
const redirectMaxAgeSeconds = 60
const tweetsInFeed = 50

/** Loaded at the first use, because the library that writes feeds has more than a hundred files. */
const loadFeeds = {
  ofChannels: () => import('./channel-feed.view.ts'),
  ofTweets: () => import('./tweets-feed.view.ts'),
}

/** Feeds for readers and podcast apps. They are the same for everyone: no cookie is read or set. */
export function rssRoutes(app: FastifyInstance, context: AppContext) {
  app.register(async (routes) => {
    routes.addHook('onRequest', async (_request, reply) => {
      // Web readers and players load feeds, chapters and files from their own pages.
      allowOtherSites(reply)
    })
    routes.addHook('onRoute', (route) => {
      route.schema = { hide: true }
    })
    channelFeedRoute(routes, context)
    tweetFeedRoutes(routes, context)
    videoFileRoutes(routes, context)
  })
}

/** Removes the extension of an address, which the router takes as a part of the name. */
const nameIn = (file: string, extension: string) => {
  if (!file.endsWith(extension)) throw notFound('request.not-found', 'Not found')
  return file.slice(0, -extension.length)
}

function channelFeedRoute(app: FastifyInstance, context: AppContext) {
  app.get<{ Params: { file: string } }>('/feeds/channels/:file', async (request, reply) => {
    const channel = await getFeedChannel(context, nameIn(request.params.file, '.xml'))
    const videos = await loadEpisodes(context, channel.id)
    const site = siteAddress(context.config, request)
    const { writeChannelFeed } = await loadFeeds.ofChannels()
    const text = writeChannelFeed(channel, videos, {
      site,
      self: site + publicPaths.channelFeed(channel.username),
    })
    const lastModified = latest(videos.map(({ video }) => video.updatedAt))
    return sendPublicText(request, reply, {
      contentType: 'application/rss+xml; charset=utf-8',
      text,
      cacheControl: listCacheControl(context.config, maxAgeSeconds),
      lastModified,
    })
  })
}

function tweetFeedRoutes(app: FastifyInstance, context: AppContext) {
  const { sql, config } = context
  const load = async (ownerId?: string): Promise<Tweet[]> => {
    const order = { sortBy: 'createdAt', sortType: 'desc' } as const
    const { rows } = await listTweets(sql, { ...order, ownerId, viewerId: undefined, limit: tweetsInFeed })
    return rows.map(toTweet)
  }
  const describe = async (
    request: FastifyRequest,
    tweets: Tweet[],
    paths: { title: string; page: string; self: string },
  ) => {
    const site = siteAddress(config, request)
    const { writeTweetsFeed } = await loadFeeds.ofTweets()
    const text = writeTweetsFeed(tweets, { ...paths, site, page: site + paths.page, self: site + paths.self })
    const lastModified = latest(tweets.map((tweet) => tweet.updatedAt))
    const cacheControl = listCacheControl(config, maxAgeSeconds)
    return { contentType: 'application/atom+xml; charset=utf-8', text, cacheControl, lastModified }
  }
  app.get(tweetsFeed.path, async (request, reply) => {
    const paths = { title: tweetsFeed.title, page: '/tweets', self: tweetsFeed.path }
    return sendPublicText(request, reply, await describe(request, await load(), paths))
  })
  app.get<{ Params: { username: string } }>(
    '/feeds/channels/:username/tweets.atom',
    async (request, reply) => {
      const { id, username, fullname } = await getFeedChannel(context, request.params.username)
      const page = `${publicPaths.channel(username)}/tweets`
      const paths = { title: `Tweets by ${fullname}`, page, self: publicPaths.channelTweetsFeed(username) }
      return sendPublicText(request, reply, await describe(request, await load(id), paths))
    },
  )
}

function videoFileRoutes(app: FastifyInstance, context: AppContext) {
  app.get<{ Params: { file: string } }>('/feeds/videos/:file', async ({ params: { file } }, reply) => {
    const [, id = '', extension = ''] = /^([^.]*)\.(\w+)$/.exec(file) ?? []
    const path = findVideoFile(await getFeedVideo(context, id), extension)
    return reply.header('cache-control', publicCacheControl(redirectMaxAgeSeconds)).redirect(path)
  })
  app.get<{ Params: { id: string } }>('/feeds/videos/:id/chapters.json', async (request, reply) => {
    const { description, duration } = await getFeedVideo(context, request.params.id)
    const chapters = chaptersOf(description, duration).map(({ start, title }) => ({
      startTime: start,
      title,
    }))
    const text = JSON.stringify({ version: '1.2.0', chapters })
    const cacheControl = publicCacheControl(maxAgeSeconds)
    return sendPublicText(request, reply, { contentType: 'application/json+chapters', text, cacheControl })
  })
}

const latest = (times: string[]) =>
  times.length > 0 ? new Date(Math.max(...times.map((time) => Date.parse(time)))) : undefined
