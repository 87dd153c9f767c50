import { addressOf, api, pageRoutes, publicPaths } from '@vireo/contract'
import { expect, it } from 'vitest'
import { isPage, otherPaths } from './pages.ts'

const id = '0192f0c0-0000-7000-8000-000000000000'

/** What is left to the network, in browsers with routes for service workers. */
const isLeftToNetwork = (pathname: string) =>
  otherPaths.some((pattern) => new URLPattern({ pathname: pattern }).test({ pathname }))

const answeredBy = (pathname: string) => ({
  pathname,
  worker: isPage(pathname),
  network: isLeftToNetwork(pathname),
})

it.each([
  ...pageRoutes.map((route) => (route === 'not found' ? '/no-such-page' : route.replace(/{\w+}/g, id))),
  '/auth/',
  '/profile/robin.viewer',
  '/profile/robin.viewer/tweets',
  '/apiary',
])('%s is a page', (pathname) => {
  expect(answeredBy(pathname)).toEqual({ pathname, worker: true, network: false })
})

it.each([
  ...Object.values(api).flatMap((group) => Object.values(group).map((endpoint) => addressOf(endpoint))),
  publicPaths.channelFeed('robin.viewer'),
  publicPaths.channelTweetsFeed('robin'),
  publicPaths.tweetsFeed(),
  publicPaths.videoFile(id),
  publicPaths.videoStream(id),
  publicPaths.videoChapters(id),
  publicPaths.embed(id),
  `/media/videos/${id}/hls/main.m3u8`,
  '/media/exports/robin.zip',
  '/api/docs',
  '/api/notifications',
  '/assets/index-4f9b7a92.js',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/sw.js',
  '/insights/script.js',
  '/_vercel/insights/script.js',
  '/healthz',
  '/readyz',
  '/metrics',
])('%s is no page', (pathname) => {
  expect(answeredBy(pathname)).toEqual({ pathname, worker: false, network: true })
})
