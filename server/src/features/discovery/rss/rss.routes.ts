import { chaptersOf, publicPaths } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { createNetworkCheck } from '../../../http/access/rate-limit.ts'
import { allowOtherSites } from '../../../http/files/media-files.ts'
import { sendPublicText } from '../../../http/files/public-text.ts'
import { sendSharedText } from '../../../http/response-cache/shared-text.ts'
import { listCacheControl, publicCacheControl, siteAddress } from '../../../http/site-address.ts'
import { notFound } from '../../../lib/app-error.ts'
import { listTweets } from '../../publishing/tweets/tweets.queries.ts'
import { toTweet } from '../../publishing/tweets/tweets.view.ts'
import { tweetsFeed } from '../documents/page-heads.ts'
import { writeChannelFeed } from './channel-feed.view.ts'
import { findVideoFile, getFeedChannel, getFeedVideo, loadEpisodes } from './rss.service.ts'
import { writeTweetsFeed } from './tweets-feed.view.ts'

const maxAgeSeconds = 300
const redirectMaxAgeSeconds = 60
const tweetsInFeed = 20
/** Of a network, not counting those that are shared with earlier ones. A program that reads feeds asks for many. */
const feedsPerMinute = 120

type Check = ReturnType<typeof createNetworkCheck>

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
    const assertWithinLimit = createNetworkCheck({ max: feedsPerMinute, windowSeconds: 60 })
    channelFeedRoute(routes, context, assertWithinLimit)
    tweetFeedRoutes(routes, context, assertWithinLimit)
    videoFileRoutes(routes, context)
  })
}

/** Removes the extension of an address, which the router takes as a part of the name. */
const nameIn = (file: string, extension: string) => {
  if (!file.endsWith(extension)) throw notFound('request.not-found', 'Not found')
  return file.slice(0, -extension.length)
}

function channelFeedRoute(app: FastifyInstance, context: AppContext, assertWithinLimit: Check) {
  app.get<{ Params: { file: string } }>('/feeds/channels/:file', async (request, reply) => {
    const username = nameIn(request.params.file, '.xml')
    const site = siteAddress(context.config, request)
    const make = async () => {
      assertWithinLimit(request, context.clock.now())
      const channel = await getFeedChannel(context, username)
      const videos = await loadEpisodes(context, channel.id)
      const self = site + publicPaths.channelFeed(channel.username)
      const text = writeChannelFeed(channel, videos, { site, self })
      const lastModified = latest(videos.map(({ video }) => video.updatedAt))
      return { contentType: 'application/rss+xml; charset=utf-8', text, lastModified }
    }
    return sendFeed(request, reply, context, make)
  })
}

function tweetFeedRoutes(app: FastifyInstance, context: AppContext, assertWithinLimit: Check) {
  const { sql, config, clock } = context
  const describe = async (
    request: FastifyRequest,
    ownerId: string | undefined,
    paths: { title: string; page: string; self: string },
  ) => {
    const site = siteAddress(config, request)
    const order = { sortBy: 'createdAt', sortType: 'desc' } as const
    const { rows } = await listTweets(sql, { ...order, ownerId, viewerId: undefined, limit: tweetsInFeed })
    const tweets = rows.map(toTweet)
    const text = writeTweetsFeed(tweets, { ...paths, site, page: site + paths.page, self: site + paths.self })
    const lastModified = latest(tweets.map((tweet) => tweet.updatedAt))
    return { contentType: 'application/atom+xml; charset=utf-8', text, lastModified }
  }
  app.get(tweetsFeed.path, (request, reply) =>
    sendFeed(request, reply, context, async () => {
      assertWithinLimit(request, clock.now())
      const paths = { title: tweetsFeed.title, page: '/tweets', self: tweetsFeed.path }
      return describe(request, undefined, paths)
    }),
  )
  app.get<{ Params: { username: string } }>('/feeds/channels/:username/tweets.atom', (request, reply) =>
    sendFeed(request, reply, context, async () => {
      assertWithinLimit(request, clock.now())
      const { id, username, fullname } = await getFeedChannel(context, request.params.username)
      const page = `${publicPaths.channel(username)}/tweets`
      const self = publicPaths.channelTweetsFeed(username)
      return describe(request, id, { title: `Tweets by ${fullname}`, page, self })
    }),
  )
}

/** The query of the address changes nothing, so it does not make another text. */
const sendFeed = (
  request: FastifyRequest,
  reply: FastifyReply,
  { config }: AppContext,
  make: Parameters<typeof sendSharedText>[2]['make'],
) =>
  sendSharedText(request, reply, {
    key: `feed ${siteAddress(config, request)} ${request.url.split('?', 1)[0]}`,
    cacheControl: listCacheControl(config, maxAgeSeconds),
    make,
  })

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
